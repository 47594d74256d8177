import { lastName } from "../../analysis/entries/last-name.ts";
import type { AsyncFunction, Position } from "../../analysis/model.ts";
import type { LeanestVariant } from "../hint/compared.ts";

/** A function of the workspace, as far as it takes to tell whether it does the same as another. */
export interface VariantFunction extends Pick<
  AsyncFunction,
  "name" | "pattern" | "runner" | "tokens" | "textHash"
> {
  readonly position: Position;
  /** The operations of its I/O calls, by their last names. */
  readonly operations: readonly string[];
}

/** A file of the workspace with its functions. */
export interface VariantFile {
  readonly uri: string;
  /** From the workspace folder on. */
  readonly path: string;
  readonly functions: readonly VariantFunction[];
}

/** A function with fewer I/O calls does too little to be told from others by them. */
const IO_CALLS_AT_LEAST = 2;
/** So much of their I/O calls must be the same, as Dice's coefficient of the operations' names. */
const ALIKE_AT_LEAST = 0.6;
/** Names that say nothing of what a function does. */
const TELLS_NOTHING =
  /^(?:\(anonymous\)|default|exports|main|run|test|setup|teardown|handler|callback|\[.*\]|(?!(?:all|get|head|post|put|patch|delete|options) \/)\S+ .*)$/;
/** What is made of other files, and would be its own variant. */
const IS_MADE = /(?:^|[/\\])(?:dist|build|out|lib-cov|coverage|vendor|\.\w+)[/\\]|\.min\.\w+$|\.d\.\w+$/;

/** Where else the functions of a workspace's files stand, by name. */
export class VariantIndex {
  readonly #byName = new Map<string, { readonly file: VariantFile; readonly found: VariantFunction }[]>();

  constructor(files: readonly VariantFile[]) {
    for (const file of files) {
      if (IS_MADE.test(file.path)) continue;
      for (const found of file.functions) {
        const name = lastName(found.name);
        if (!isTelling(name, found.operations)) continue;
        const known = this.#byName.get(name);
        if (known === undefined) this.#byName.set(name, [{ file, found }]);
        else known.push({ file, found });
      }
    }
  }

  /**
   * The leanest among a function and those of other files that have its name and do similar I/O. Undefined where
   * there is no other, or all are the same text.
   *
   * @param uri Of the function's file; what the index has of that file does not count.
   */
  leanestOf(uri: string, found: AsyncFunction): LeanestVariant | undefined {
    const operations = operationsOf(found);
    const name = lastName(found.name);
    const others = isTelling(name, operations)
      ? (this.#byName.get(name) ?? []).filter(
          ({ file, found: other }) =>
            file.uri !== uri && alike(other.operations, operations) >= ALIKE_AT_LEAST,
        )
      : [];
    if (others.every((other) => other.found.textHash === found.textHash)) return undefined;
    const best = others.reduce((least, other) => (other.found.tokens < least.found.tokens ? other : least));
    const variants = new Set([uri, ...others.map(({ file }) => file.uri)]).size;
    if (found.tokens <= best.found.tokens)
      return { isThis: true, variants, ...described(found), uri, file: "" };
    const { uri: of, path } = best.file;
    return { isThis: false, variants, ...described(best.found), uri: of, file: path.replace(/^.*[/\\]/, "") };
  }
}

/** Whether a function's name and I/O calls say enough to look for variants of it. */
export function mayHaveVariants(found: AsyncFunction): boolean {
  return isTelling(lastName(found.name), operationsOf(found));
}

/** The names that a function calls its I/O operations by: `put` of `blob.put`. */
export function operationsOf({ ioCalls }: Pick<AsyncFunction, "ioCalls">): string[] {
  return ioCalls.map(({ expression }) => /(?<![\w$])[\w$]+$/.exec(expression)?.[0] ?? expression);
}

function described({ name, pattern, runner, tokens, position }: VariantFunction | AsyncFunction) {
  return { name, pattern, ...(runner === undefined ? {} : { runner }), tokens, position };
}

function isTelling(name: string, operations: readonly string[]): boolean {
  return operations.length >= IO_CALLS_AT_LEAST && !TELLS_NOTHING.test(name);
}

/** Dice's coefficient of two lists, in which a name may stand more than once. */
function alike(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const name of left) counts.set(name, (counts.get(name) ?? 0) + 1);
  let common = 0;
  for (const name of right) {
    const count = counts.get(name) ?? 0;
    if (count === 0) continue;
    counts.set(name, count - 1);
    common++;
  }
  return (2 * common) / (left.length + right.length);
}
