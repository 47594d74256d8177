import type { Answering, Answers, ImportedFunction } from "../model.ts";
import type { Call } from "../functions/found.ts";
import { eachBinding } from "../patterns/bindings.ts";
import { nameStart } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { functionWithParameter } from "../patterns/parameter-names.ts";

/** Nobody has read any other file. */
export const NO_ANSWERS: Answers = new Map();

/** Names a function among those that a file imports. */
export function importKey({ specifier, name }: ImportedFunction): string {
  return `${specifier} ${name}`;
}

/** Whether a specifier means a file by where that lies: `./views`, `..`. */
export function isOfProject(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

const known = new WeakMap<FileView, ImportedFunctions>();

/** The functions that a file imports from other files of the project. */
export function importedBy(view: FileView): ImportedFunctions {
  const before = known.get(view);
  if (before !== undefined) return before;
  const imported = new ImportedFunctions(view);
  known.set(view, imported);
  return imported;
}

/** What a view knows of them. */
class ImportedFunctions {
  readonly #view: FileView;
  readonly #asked = new Map<string, ImportedFunction>();
  #names: ReadonlyMap<string, ImportedFunction> | undefined;

  constructor(view: FileView) {
    this.#view = view;
  }

  /** Those of which somebody wanted to know how they answer. */
  get asked(): readonly ImportedFunction[] {
    return [...this.#asked.values()];
  }

  /** How what a call calls answers; undefined where it is no imported function of the project, or its file was not read. */
  answerOf(call: Call): Answering | undefined {
    const called = this.#calledBy(call);
    if (called === undefined) return undefined;
    const key = importKey(called);
    this.#asked.set(key, called);
    return this.#view.answers.get(key);
  }

  /** `orderView(row)`, `helpers.orderView(row)`, `(0, helpers.orderView)(row)`. */
  #calledBy(call: Call): ImportedFunction | undefined {
    const { nameToken, owner, constructs } = call;
    const start = nameStart(this.#view, call);
    if (constructs || (nameToken !== start && nameToken !== start + 2)) return undefined;
    // Most files that are large import nothing of a project.
    if (this.bound.size === 0) return undefined;
    const local = textAt(this.#view, start);
    const bound = this.bound.get(local);
    if (bound === undefined || functionWithParameter(this.#view, owner, local) >= 0) return undefined;
    if (nameToken === start) return bound.name === "" ? { ...bound, name: "default" } : bound;
    return bound.name === "" ? { ...bound, name: textAt(this.#view, nameToken) } : undefined;
  }

  /** What local names stand for; a whole module has no name. */
  get bound(): ReadonlyMap<string, ImportedFunction> {
    if (this.#names !== undefined) return this.#names;
    const names = new Map<string, ImportedFunction>();
    eachBinding(this.#view, ({ local, quoted, path }) => {
      if (quoted[1] !== ".") return;
      const specifier = quoted.slice(1, -1);
      if (isOfProject(specifier) && !path.includes(".")) names.set(local, { specifier, name: path });
    });
    return (this.#names = names);
  }
}
