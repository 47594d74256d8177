import type { Pattern } from "../../analysis/pattern.ts";
import type { IndexedFile, IndexedFunction } from "./function-index.ts";

/** What the functions can be sorted by. */
export const SORT_ORDERS = ["place", "name", "tokens", "pattern", "cost"] as const;

/** One of {@link SORT_ORDERS}. */
export type SortOrder = (typeof SORT_ORDERS)[number];

/** How the functions are shown. */
export interface ViewOptions {
  readonly isGrouped: boolean;
  readonly sort: SortOrder;
  /** Only these; undefined for all. */
  readonly patterns?: ReadonlySet<Pattern>;
}

/** A function in the tree. */
export interface FunctionNode extends IndexedFunction {
  readonly kind: "function";
  readonly uri: string;
  readonly path: string;
  /** The last measured time above which nothing is known better; undefined where it was not measured. */
  readonly nanosecondsPerCall: number | undefined;
  /** It was edited since. */
  readonly isStale: boolean;
}

/** A file in the tree. */
export interface FileNode {
  readonly kind: "file";
  readonly uri: string;
  readonly path: string;
  readonly functions: readonly FunctionNode[];
}

/** A row of the tree. */
export type Node = FileNode | FunctionNode;

/** What was measured of a file's functions. */
export type CostOf = (
  file: IndexedFile,
) => (
  found: IndexedFunction,
) => { readonly nanosecondsPerCall: number; readonly isStale: boolean } | undefined;

type Compare = (left: FunctionNode, right: FunctionNode) => number;

const byPlace: Compare = (left, right) =>
  compareText(left.path, right.path) ||
  left.position.line - right.position.line ||
  left.position.column - right.position.column;

/** Most comes first where it is a number: what is looked for is what costs. */
const COMPARE: Readonly<Record<SortOrder, Compare>> = {
  place: byPlace,
  name: (left, right) => compareText(left.name, right.name),
  tokens: (left, right) => right.tokens - left.tokens,
  pattern: (left, right) => compareText(left.pattern, right.pattern) || right.tokens - left.tokens,
  cost: (left, right) => (right.nanosecondsPerCall ?? -1) - (left.nanosecondsPerCall ?? -1),
};

/**
 * The rows of the tree: files with their functions, or the functions of all files. A group stands where its first
 * function would.
 */
export function treeOf(files: readonly IndexedFile[], options: ViewOptions, costOf: CostOf): Node[] {
  const compare: Compare = (left, right) => COMPARE[options.sort](left, right) || byPlace(left, right);
  const groups = files.map((file): FileNode => {
    const costs = costOf(file);
    const functions = file.functions
      .filter(({ pattern }) => options.patterns?.has(pattern) ?? true)
      .map((found): FunctionNode => {
        const cost = costs(found);
        return {
          ...found,
          kind: "function",
          uri: file.uri,
          path: file.path,
          nanosecondsPerCall: cost?.nanosecondsPerCall,
          isStale: cost?.isStale ?? false,
        };
      })
      .sort(compare);
    return { kind: "file", uri: file.uri, path: file.path, functions };
  });
  const shown = groups.filter(({ functions }) => functions.length > 0);
  if (!options.isGrouped) return shown.flatMap(({ functions }) => functions).sort(compare);
  if (options.sort === "name") return shown.sort((left, right) => compareText(left.path, right.path));
  return shown.sort((left, right) => compare(left.functions[0]!, right.functions[0]!));
}

/** By code units, as the same everywhere and quick over thousands. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
