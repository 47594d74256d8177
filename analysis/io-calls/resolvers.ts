import { Atom } from "../functions/atoms.ts";
import type { Call, TokenSpan } from "../functions/found.ts";
import { firstFrom } from "../patterns/ascending.ts";
import { lastArgument } from "../patterns/callbacks.ts";
import { argumentsOf, isDot } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import type { Region } from "./region.ts";
import { isExecutor } from "../patterns/promises.ts";

/** Executors in which a name resolves or rejects: ascending, none of them within another. */
interface Executors {
  readonly starts: number[];
  readonly ends: number[];
  readonly rejects: boolean[];
}

const known = new WeakMap<Region, Resolvers>();

/** What resolves promises in a region. */
export function resolversOf(view: FileView, region: Region): Resolvers {
  const before = known.get(region) ?? new Resolvers(view, region);
  known.set(region, before);
  return before;
}

/** The first parameters of executors. */
class Resolvers {
  readonly #view: FileView;
  readonly #byName = new Map<string, Executors>();

  constructor(view: FileView, region: Region) {
    this.#view = view;
    for (const index of region.functions) {
      const found = view.functions[index]!;
      if (!isExecutor(view, found)) continue;
      const [resolve, reject] = parameterNames(view, found);
      this.#add(resolve, found, false);
      this.#add(reject, found, true);
    }
  }

  /** Whether a call has what resolves a promise as its callback: `server.listen(port, resolve)`, `locate(resolve, reject)`. */
  isGivenTo(call: Call): boolean {
    if (this.#byName.size === 0) return false;
    const rejects = this.#rejects(lastArgument(this.#view, call), call.open);
    if (rejects !== true) return rejects === false;
    const [first, second] = argumentsOf(this.#view, call);
    const isPair = first !== undefined && first.end === first.start + 1 && second?.end === call.end - 1;
    return isPair && this.#rejects(textAt(this.#view, first.start), call.open) === false;
  }

  /** Whether a promise takes over what a call gives: `resolve(load(id))`. */
  takesOver({ start, end }: Call): boolean {
    const { atoms } = this.#view;
    const isOnly = atoms[start - 1] === Atom.OpenParenthesis && atoms[end] === Atom.CloseParenthesis;
    if (this.#byName.size === 0 || !isOnly || isDot(atoms[start - 3] ?? 0)) return false;
    return this.#rejects(textAt(this.#view, start - 2), start) === false;
  }

  #add(name: string | undefined, { start, end }: TokenSpan, rejects: boolean): void {
    if (name === undefined || name === "") return;
    const known = this.#byName.get(name) ?? { starts: [], ends: [], rejects: [] };
    this.#byName.set(name, known);
    if (known.ends.length > 0 && known.ends.at(-1)! > start) return;
    known.starts.push(start);
    known.ends.push(end);
    known.rejects.push(rejects);
  }

  /** Whether a name rejects where a token stands, or resolves; undefined where it does neither. */
  #rejects(name: string, token: number): boolean | undefined {
    const known = name === "" ? undefined : this.#byName.get(name);
    if (known === undefined) return undefined;
    const at = firstFrom(known.ends, token);
    return known.starts[at]! < token ? known.rejects[at] : undefined;
  }
}
