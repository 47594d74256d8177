const MARK = "__acPrivate_";

/** What a private name is called where it is a plain one; any other name stays. */
export function plainName(name: string): string {
  return name.startsWith("#") ? MARK + name.slice(1) : name;
}

/** Whether a plain name stands for a private one. */
export function isPlainPrivate(name: string): boolean {
  return name.startsWith(MARK);
}
