import type { FileTable } from "../instrument/for-recording.ts";
import type { Activation, FunctionState, SiteState } from "./activation.ts";
import type { Looking, Reads } from "./captured.ts";
import type { ClassOfProject, WeakVariables } from "./classes.ts";

/** What the code of one file calls. */
export interface Hooks {
  /** The activation of the module itself. */
  readonly m: Activation;
  /** Receivers of calls that are more than names, by their sites. */
  readonly v: unknown[];
  /** Whether a function is only looked into. */
  readonly o: Looking;
  /** A function that is looked into, and whose calls tell nothing. */
  q(fn: number, around: Activation, variables?: Reads): never;
  /** A function begins. */
  e(
    fn: number,
    around: Activation,
    self: unknown,
    given: IArguments | (() => unknown[]),
    variables?: Reads,
  ): Activation;
  /** A function begins of which only who calls what is of interest. */
  l(fn: number, around: Activation, variables?: Reads): Activation;
  /** A function of a test begins. */
  s(given: ArrayLike<unknown>): void;
  /** A function gives back a value. */
  r(by: Activation, value: unknown): unknown;
  /** A function fails. */
  t(by: Activation, error: unknown): unknown;
  /** A function is left, with a value that it gives back. */
  x(by: Activation, value?: unknown): unknown;
  /** A generator without `yield` is over, with a value. */
  z(by: Activation, value: unknown): unknown;
  /** An error is caught. */
  c(by: Activation): void;
  /** A call begins: its arguments, as they are to be given. */
  b(site: number, by: Activation, receiver: unknown, given: unknown[]): unknown[];
  /** A call without arguments begins: its site. */
  n(site: number, by: Activation, receiver: unknown): number;
  /** And one of what is more than names: its receiver. */
  w<T>(site: number, by: Activation, receiver: T): T;
  /** A template is given to its tag. */
  p(site: number, by: Activation): void;
  /** A call is done: what it gave. */
  d(site: number, by: Activation, value: unknown): unknown;
  /** What was waited for is there. */
  g(by: Activation, value: unknown): unknown;
  /** What is iterated. */
  i(site: number, by: Activation, iterable: unknown): unknown;
  /** The module has variables that may hold what belongs to instances of its classes. */
  h(weak: WeakVariables): void;
  /** A class is there. */
  k(
    index: number,
    made: unknown,
    privatesOf?: ClassOfProject["privatesOf"],
    around?: Activation,
    variables?: Reads,
  ): void;
}

/** What is known of the functions and calls of a file as it begins. */
export interface StatesOfFile {
  readonly functions: readonly FunctionState[];
  readonly sites: readonly SiteState[];
  /** The code around all functions. */
  readonly module: FunctionState;
}

/** The functions and calls that a file's code has told, of which nothing was seen yet. */
export function statesOf(file: string, table: FileTable): StatesOfFile {
  const sites = table.sites.map((entry): SiteState => ({
    file,
    ...entry,
    ...{ lastName: lastName(entry.expression), isOfProject: false, quiet: 0, atOnce: 0, isDull: false },
  }));
  const functions = table.functions.map((entry, index): FunctionState => ({
    file,
    ...entry,
    // Those in its text come right behind it.
    hasInner: (table.functions[index + 1]?.depth ?? -1) > entry.depth,
    ...{ dull: 0, unfollowed: null },
    ...{
      lastName: lastName(entry.name),
      calls: 0,
      snapshots: 0,
      vain: 0,
      isProven: entry.kind !== "plain",
      ended: { turn: -1, startedAt: 0 },
      paths: new Map(),
    },
    site: sites[entry.givenTo] ?? null,
    wake: null,
  }));
  const module: FunctionState = {
    ...{
      file,
      name: "",
      lastName: "",
      line: 1,
      column: 1,
      kind: "plain",
      depth: -1,
      within: -1,
      mayBeAsync: false,
      variables: [],
    },
    ...{ mayBeLookedInto: false, readsThis: false, givenTo: -1, givenAt: -1, site: null, wake: null },
    ...{ dull: 0, hasInner: true, unfollowed: null },
    ...{ calls: 0, snapshots: 0, vain: 0, isProven: false, paths: new Map() },
    ended: { turn: -1, startedAt: 0 },
  };
  return { functions, sites, module };
}

/** The place of a function as one at which others have calls go on. */
export function wakeSiteOf(fn: FunctionState): SiteState {
  const { file, name, lastName, line, column, isInside = false } = fn;
  fn.wake ??= {
    ...{ file, line, column, expression: name, lastName, member: null },
    ...(isInside ? { isInside } : {}),
    ...{ isHandled: false, isNew: false, writesFunction: false },
    ...{ isOfProject: true, isDull: false, quiet: -Infinity, atOnce: -Infinity },
  };
  return fn.wake;
}

function lastName(text: string): string {
  return text.slice(text.lastIndexOf(".") + 1);
}
