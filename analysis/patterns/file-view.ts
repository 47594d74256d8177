import type { Skeleton } from "../functions/find.ts";
import type { Answers } from "../model.ts";
import type { FunctionRecord } from "../functions/function-list.ts";
import { tokenText } from "../functions/scan.ts";
import { boundNames } from "./bindings.ts";
import { CallbackUses } from "./callback-uses.ts";
import { documentsAsyncReturns } from "./documented-returns.ts";
import { FirstTokens } from "./first-tokens.ts";
import { FunctionNames } from "./function-names.ts";
import { Groups } from "./groups.ts";
import { Methods } from "./methods.ts";
import { NameFilter } from "./name-filter.ts";
import { LIBRARY_ROOTS } from "./libraries.ts";

/** A file's skeleton with the look-ups that telling patterns apart needs; all lists are in source order. */
export interface FileView extends Skeleton {
  /** What an imported or aliased name stands for: `co`, `bluebird.coroutine`. */
  readonly names: ReadonlyMap<string, string>;
  /** Passes each token that `names`, or a name in itself, makes the root of a library's path. */
  readonly roots: NameFilter;
  /** Whether the file imports a library of fibers. */
  readonly usesFibers: boolean;
  /** Functions by the function directly around them. */
  readonly childrenOf: Groups;
  /** Calls by the function whose own they are. */
  readonly callsOf: Groups;
  /** Calls by the first token of their chain. */
  readonly callsAt: FirstTokens;
  /** Of each `return` by its function: the index in `returns`. */
  readonly returnsOf: Groups;
  /** Functions by their first token. */
  readonly functionsAt: FirstTokens;
  /** Whether a comment says somewhere that a function returns a promise or an observable. */
  readonly documentsAsyncReturns: boolean;
  /** Functions by the name that they can be called by in their scope; the first of each name. */
  readonly functionNamed: FunctionNames;
  readonly methods: Methods;
  readonly callbackUses: CallbackUses;
  /** What `provenCallback` has found for functions so far; null: nothing. */
  readonly knownCallbacks: Map<number, string | null>;
  /** What `returnStarts` has found for functions so far. */
  readonly knownReturns: Map<number, readonly number[]>;
  /** Whether functions return nothing but what is plain, as far as that was asked. */
  readonly knownPlain: Map<number, boolean>;
  /** Whether functions call back at once, as far as that was asked. */
  readonly knownAtOnce: Map<number, boolean>;
  /** How functions answer that it imports from other files of the project. */
  readonly answers: Answers;
}

/** The look-ups of a file. Most are made when they are asked for, since most files ask for few. */
export function viewOf(skeleton: Skeleton, answers: Answers = new Map()): FileView {
  return (latest.view = new View(skeleton, answers));
}

/**
 * The view of the last text. Nobody asks for it: it is there so that there always is one. Where garbage is collected while
 * there is no object of a shape, engines forget the shape, and with it all code that they have compiled for it.
 */
const latest: { view: FileView | null } = { view: null };

class View implements FileView {
  readonly tokens;
  readonly atoms;
  readonly ends;
  readonly functions;
  readonly functionList;
  readonly calls;
  readonly returns;
  readonly memberValues;
  readonly imports;
  readonly exports;
  readonly loneBrackets;
  readonly isTooDeep;
  readonly typeSteps;
  readonly names;
  readonly roots;
  readonly usesFibers;
  readonly documentsAsyncReturns;
  readonly callbackUses;
  readonly knownCallbacks = new Map<number, string | null>();
  readonly knownReturns = new Map<number, readonly number[]>();
  readonly knownPlain = new Map<number, boolean>();
  readonly knownAtOnce = new Map<number, boolean>();
  #childrenOf: Groups | undefined;
  #callsOf: Groups | undefined;
  #callsAt: FirstTokens | undefined;
  #returnsOf: Groups | undefined;
  #functionsAt: FirstTokens | undefined;
  #functionNamed: FunctionNames | undefined;
  #methods: Methods | undefined;

  readonly answers;

  constructor(skeleton: Skeleton, answers: Answers) {
    this.tokens = skeleton.tokens;
    this.atoms = skeleton.atoms;
    this.ends = skeleton.ends;
    this.functions = skeleton.functions;
    this.functionList = skeleton.functionList;
    this.calls = skeleton.calls;
    this.returns = skeleton.returns;
    this.memberValues = skeleton.memberValues;
    this.imports = skeleton.imports;
    this.exports = skeleton.exports;
    this.loneBrackets = skeleton.loneBrackets;
    this.isTooDeep = skeleton.isTooDeep;
    this.typeSteps = skeleton.typeSteps;
    this.names = boundNames(skeleton);
    this.roots = new NameFilter([...LIBRARY_ROOTS, ...this.names.keys()]);
    this.usesFibers = [...this.names.values()].some((path) =>
      /^(?:fibers|future|fibrous)(?:\.|$)/.test(path),
    );
    this.documentsAsyncReturns = documentsAsyncReturns(skeleton.tokens);
    this.callbackUses = new CallbackUses(skeleton);
    this.answers = answers;
  }

  get childrenOf(): Groups {
    const { parents, length } = this.functionList;
    return (this.#childrenOf ??= new Groups(new Int32Array(length), parents, length));
  }

  get callsOf(): Groups {
    const { functions, calls } = this;
    return (this.#callsOf ??= new Groups(new Int32Array(functions.length), calls.owners, calls.length));
  }

  get callsAt(): FirstTokens {
    return (this.#callsAt ??= new FirstTokens(this.calls.starts, this.calls.length));
  }

  get returnsOf(): Groups {
    const { functions, returns } = this;
    return (this.#returnsOf ??= new Groups(new Int32Array(functions.length), returns.owners, returns.length));
  }

  get functionsAt(): FirstTokens {
    const { starts, length } = this.functionList;
    return (this.#functionsAt ??= new FirstTokens(starts, length));
  }

  get functionNamed(): FunctionNames {
    return (this.#functionNamed ??= new FunctionNames(this));
  }

  get methods(): Methods {
    return (this.#methods ??= new Methods(this));
  }
}

/** The text of one token. */
export function textAt(view: Skeleton, token: number): string {
  return tokenText(view.tokens, token);
}

/** The function whose first token that is. */
export function functionStartingAt(view: FileView, token: number): number | undefined {
  const index = view.functionsAt.first(token);
  return index < 0 ? undefined : index;
}

/** The name that a function can be called by in the text around it; "" where it has none. */
export function localName(view: Skeleton, found: FunctionRecord): string {
  return textAt(view, found.localName);
}
