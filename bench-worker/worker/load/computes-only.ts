import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { lastName } from "../../../analysis/entries/last-name.ts";
import { namedFunctions, type NamedFunction } from "../../../analysis/functions/name-token.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import type { Analyze } from "./load-services.ts";
import { projectAround, projectTexts, type ProjectText } from "./project-files.ts";

/** A body with nothing in it, which is there for others to be put in its place. */
const EMPTY = /\{\s*\}\s*;?$/;

/**
 * The functions and methods of a project that only compute, as far as their texts tell: they make no I/O call, nor does what they wait for, which is
 * the project's own.
 */
export class ComputesOnly {
  readonly #texts: readonly ProjectText[];
  readonly #analyze: Analyze;
  readonly #known = new Map<string, boolean>();
  readonly #read = new Map<ProjectText, Read>();

  /** @param file Of the project. */
  constructor(file: string, analyze: Analyze) {
    this.#texts = projectTexts(projectAround(file));
    this.#analyze = analyze;
  }

  /** Whether the project has functions by a name, and all of them only compute. */
  has(name: string): boolean {
    return this.#computes(name, new Set(), true);
  }

  /**
   * @param asked Those that are asked about already, as one leads to the other.
   * @param isWaitedFor What waits for itself says nothing of what it is; what calls itself is no more than the rest of it.
   */
  #computes(name: string, asked: ReadonlySet<string>, isWaitedFor: boolean): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (asked.has(name)) return !isWaitedFor;
    const all = new Set([...asked, name]);
    const found = this.#texts.flatMap((text) => (text.text.includes(name) ? this.#callsIn(text, name) : []));
    const isSo =
      found.length > 0 &&
      found.every(
        (calls) =>
          calls !== null &&
          calls.waited.every((one) => this.#computes(one, all, true)) &&
          calls.called.every((one) => !this.#isNamed(one) || this.#computes(one, all, false)),
      );
    if (!isSo || asked.size === 0) this.#known.set(name, isSo);
    return isSo;
  }

  /**
   * What each function of a name in a text waits for, by name, and, of one that is not asynchronous, what it calls, as it may give what that gives.
   * Null for an empty one.
   */
  #callsIn(text: ProjectText, name: string): (Calls | null)[] {
    const { code, named, functions } = this.#readOf(text);
    return named
      .filter((one) => nameOf(one) === name)
      .map(({ start, end, calls }) => {
        if (EMPTY.test(code.slice(start, end))) return null;
        const within = functions.filter(({ range }) => start <= range.start && range.end <= end);
        const waited = within.flatMap(({ ioCalls }) => ioCalls.map(({ expression }) => lastName(expression)));
        if (within.some(({ range }) => range.end === end)) return { waited, called: [] };
        const inside = new Set(named.filter((one) => start < one.start && one.end < end).map(nameOf));
        return { waited, called: calls().filter((one) => !inside.has(one)) };
      });
  }

  /** Whether the project has a function by a name. */
  #isNamed(name: string): boolean {
    return this.#texts.some(
      (text) => text.text.includes(name) && this.#readOf(text).named.some((one) => nameOf(one) === name),
    );
  }

  #readOf(text: ProjectText): Read {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const code = codeOfFile(text.file, text.text);
    const read =
      code === undefined
        ? { code: "", named: [], functions: [] }
        : {
            code: code.text,
            named: namedFunctions(code.text, code.language),
            functions: this.#analyze(code.text, code.language).functions,
          };
    this.#read.set(text, read);
    return read;
  }
}

/** `close` of `#close`. */
function nameOf({ name }: NamedFunction): string {
  return name.replace(/^#/, "");
}

/** Names of what a function waits for, and of what it calls besides. */
interface Calls {
  readonly waited: readonly string[];
  readonly called: readonly string[];
}

interface Read {
  readonly code: string;
  readonly named: readonly NamedFunction[];
  readonly functions: readonly AsyncFunction[];
}
