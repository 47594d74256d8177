const NONE: readonly number[] = [];

/** Things by what they belong to, such as calls by the function that they stand in: linked lists in two columns. */
export class Groups {
  /** For each group, its first member; -1 for none. */
  readonly first: Int32Array;
  /** For each member, the next one of its group; -1 for none. */
  readonly next: Int32Array;

  /** `keys` tells the group of each of the first `count` members; negative: none. `first` has room for the groups. */
  constructor(first: Int32Array, keys: Int32Array, count: number) {
    this.first = first.fill(-1);
    this.next = new Int32Array(count);
    link(first, this.next, keys, count);
  }

  /** The members of a group in their order. */
  of(key: number): readonly number[] {
    let member = this.first[key] ?? -1;
    if (member < 0) return NONE;
    const members: number[] = [];
    for (; member >= 0; member = this.next[member]!) members.push(member);
    return members;
  }
}

/** Puts each member before those of its group that come behind it. */
function link(first: Int32Array, next: Int32Array, keys: Int32Array, count: number): void {
  for (let member = count - 1; member >= 0; member--) {
    const key = keys[member]!;
    if (key < 0 || key >= first.length) continue;
    next[member] = first[key]!;
    first[key] = member;
  }
}
