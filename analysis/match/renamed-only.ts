import type { FunctionMatch } from "./match-functions.ts";
import { WordsOfFiles } from "./words-of-functions.ts";

/**
 * The matches whose two versions run the same code: their tokens differ in names alone, and what a name stands for is the
 * same. Names that the function binds itself may be any, as long as each stands for one of the other version's. Beyond that
 * only functions may have other names that were renamed in the same changes and are the same code, too: of the same file, imported
 * from a file that changed, or methods of the same class behind `this`. What is not certain is left out.
 */
export function renamedOnly(matches: readonly FunctionMatch[]): ReadonlySet<FunctionMatch> {
  const words = new WordsOfFiles();
  const candidates = new Map<FunctionMatch, readonly Rename[]>();
  for (const match of matches) {
    const needed = match.base.found.textHash === match.head.found.textHash ? [] : needs(match, words);
    if (needed !== null) candidates.set(match, needed);
  }
  // Who calls a function that was renamed does the same only if that one does.
  const same = new Set(candidates.keys());
  const calledBy = new Map<FunctionMatch, FunctionMatch[]>();
  const lost: FunctionMatch[] = [];
  const byRename = new Map<string, FunctionMatch[]>();
  for (const match of same) put(byRename, keyOf(match.base.found.name, match.head.found.name), match);
  for (const [match, needed] of candidates) {
    for (const rename of needed) {
      const called = (byRename.get(rename.key) ?? []).find((other) => isMeant(rename, match, other, words));
      if (called === undefined) lost.push(match);
      else put(calledBy, called, match);
    }
  }
  for (let match = lost.pop(); match !== undefined; match = lost.pop())
    if (same.delete(match)) lost.push(...(calledBy.get(match) ?? []));
  return new Set([...same].filter(({ base, head }) => base.found.textHash !== head.found.textHash));
}

/** A name that stands for something else than the function's own, and its new one. */
interface Rename {
  readonly from: string;
  readonly to: string;
  /** Whether it is a member of `this`. */
  readonly isOfThis: boolean;
  /** By the names that the functions have then. */
  readonly key: string;
}

/** The renamings of other functions with which both versions are the same code; null where they are not. */
function needs({ base, head }: FunctionMatch, files: WordsOfFiles): Rename[] | null {
  if (base.found.tokens !== head.found.tokens) return null;
  const left = files.of(base);
  const right = files.of(head);
  // Text that is run may name anything.
  if (left.length !== right.length || left.some(({ text }) => text === "eval")) return null;
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  const needed = new Map<string, Rename>();
  for (let index = 0; index < left.length; index++) {
    const word = left[index]!;
    const other = right[index]!;
    if (word.role !== other.role || word.isBound !== other.isBound) return null;
    const { text: from, role } = word;
    const { text: to } = other;
    if (role === "own") continue;
    if (role === "name") {
      if ((there.get(from) ?? to) !== to || (back.get(to) ?? from) !== from) return null;
      there.set(from, to);
      back.set(to, from);
    }
    if (from === to || (role === "name" && word.isBound)) continue;
    if (role === "fixed") return null;
    const isOfThis = role === "of-this";
    const [before, after] = isOfThis ? [prefixOf(base.found.name), prefixOf(head.found.name)] : ["", ""];
    if (isOfThis && (before === "" || after === "")) return null;
    const key = keyOf(before + from, after + to);
    needed.set(key, { from, to, isOfThis, key });
  }
  return [...needed.values()];
}

/** Whether a name of a function means this other one, in both versions. */
function isMeant(
  { from, to, isOfThis }: Rename,
  { base, head }: FunctionMatch,
  other: FunctionMatch,
  files: WordsOfFiles,
): boolean {
  const isSameFile = other.base.file === base.file && other.head.file === head.file;
  if (isOfThis) return isSameFile;
  if (isSameFile) return other.base.found.parent === null && other.head.found.parent === null;
  const { exported: former } = other.base.found;
  const { exported } = other.head.found;
  return (
    former !== null &&
    exported !== null &&
    files.imported(base.file, from)?.exported === former &&
    files.imported(head.file, to)?.exported === exported &&
    files.isImportedFrom(head.file, to, other.head.file)
  );
}

const keyOf = (from: string, to: string): string => `${from} ${to}`;

/** `Store.` of `Store.get`. */
function prefixOf(name: string): string {
  return name.slice(0, name.lastIndexOf(".") + 1);
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
