import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { isErrorName, takesPlainFunctions } from "../patterns/callback-names.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { isPromiseMethod } from "../patterns/promises.ts";
import { assignedBefore } from "./assigned.ts";

/** What an answer has that says that it failed; `ignoreError` is an option, and `hasError` may be of anything. */
const ANSWERED_ERROR = /^_?err(?:or)?\d*$/;

/** How a name is asked for: `true` by its parts as well, `false` as a whole only, `null` never. */
type Asked = boolean | null;

/** The names of a function by which it knows that an I/O call has failed; those of the functions around it as well. */
export class Failures {
  readonly #around: Failures | null;
  readonly #names = new Map<string, Asked>();

  constructor(around: Failures | null) {
    this.#around = around;
  }

  /** Those within a function of an entry, which may be a callback. The entry's own parameters are what it works on. */
  static within(around: Failures, view: FileView, found: FoundFunction): Failures {
    const names = parameterNames(view, found);
    const [first] = names;
    if (first === undefined || !isErrorName(first)) return around;
    const own = new Failures(around);
    own.#names.set(first, askedAs(view, found, names));
    return own;
  }

  /** Takes the names before `= await`: `error`, `{ error }`, `{ error: unread }`, `[err, row]`. */
  takeAnswered(view: FileView, equals: number): void {
    const { atoms } = view;
    const { start, end, isPattern } = assignedBefore(view, equals);
    for (let name = start; name < end; name++) {
      if (atoms[name - 1] === Atom.Dot || !ANSWERED_ERROR.test(textAt(view, name))) continue;
      const isKey = isPattern && atoms[name + 1] === Atom.Colon;
      this.#names.set(textAt(view, isKey ? name + 2 : name), true);
    }
  }

  /**
   * Whether parentheses behind `if` ask first whether there is such an error: `(err)`, `(err && !err.isKnown)`,
   * `(err.code === "ENOENT")`, `(error instanceof A)`; not `(err === null)`.
   */
  isAskedFor(view: FileView, open: number): boolean {
    const asked = this.#asked(textAt(view, open + 1));
    const after = view.atoms[open + 2];
    if (view.atoms[open] !== Atom.OpenParenthesis || asked === null) return false;
    if (after === Atom.Dot || after === Atom.OptionalChain) return asked;
    return after === Atom.CloseParenthesis || after === Word.instanceof || textAt(view, open + 2) === "&&";
  }

  #asked(name: string): Asked {
    const own = this.#names.get(name);
    return own !== undefined || this.#around === null ? (own ?? null) : this.#around.#asked(name);
  }
}

/** How a function's first parameter, of an error's name, may be asked for. `e` alone may be an event or an element. */
function askedAs(view: FileView, { target }: FoundFunction, names: readonly string[]): Asked {
  if (target?.kind !== "argument") return false;
  const { nameToken } = view.calls.at(target.call);
  const callee = nameToken < 0 ? "" : textAt(view, nameToken);
  if (takesPlainFunctions(callee) || isPromiseMethod(callee)) return null;
  return names.length > 1 || names[0]!.length > 2;
}
