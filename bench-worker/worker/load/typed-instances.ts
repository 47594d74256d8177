import { readFileSync } from "node:fs";
import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { completeInstance } from "../fakes/complete-instance.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { sayThrown } from "../io/call-site.ts";
import { isObject } from "../io/is-object.ts";
import { classesIn } from "../types/declarations.ts";
import { typesOf } from "../types/file-types.ts";
import type { ClassInstances } from "../types/type.ts";
import type { ClassOfFile } from "./classes-set.ts";
import { construct, type Constructor } from "./construct.ts";
import { projectAround, projectTexts } from "./project-files.ts";
import type { Resolve } from "./resolve.ts";

/** What instances are made with. */
interface Parts {
  readonly fakes: UniversalFakes;
  /** Imports a file as the target would. */
  readonly require: (file: string) => unknown;
  readonly resolve: Resolve;
}

/**
 * Instances of the project's own classes for what types name: `orders: OrderService`. Each class has one, as a container would
 * give it, made with what the types of its constructor name, and so on; what it lacks is made up. So its methods run, and what they call counts.
 */
export class TypedInstances implements ClassInstances {
  readonly #parts: Parts;
  readonly classes = new Map<string, string>();
  readonly failures = new Map<string, string>();
  /** By file and name; undefined where there is none, or it is being made. */
  readonly #made = new Map<string, object | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The instance of a class, for a value of some name, or of the only class that implements it; undefined where it has no methods, or cannot
   * be made.
   */
  of(
    name: string,
    { isAbstract, ...named }: ClassOfFile & { readonly isAbstract: boolean },
  ): object | undefined {
    const key = `${named.exported} ${named.file}`;
    if (!this.#made.has(key)) {
      this.#made.set(key, undefined);
      const meant = isAbstract ? onlyImplementer(named) : named;
      if (meant !== undefined) this.#made.set(key, this.#make(name, meant));
    }
    return this.#made.get(key);
  }

  #make(name: string, { file, exported }: ClassOfFile): object | undefined {
    const { fakes, require, resolve } = this.#parts;
    if (!fakes.core.rules.allow("class-of-type")) return undefined;
    try {
      const exports = require(file);
      const named: unknown = isObject(exports) ? Reflect.get(exports, exported) : undefined;
      const found = named ?? (exported === "default" ? exports : undefined);
      if (typeof found !== "function" || fakes.isFake(found) || !hasMethods(found, fakes)) return undefined;
      const text = readFileSync(file, "utf8");
      const code = codeOfFile(file, text);
      if (code === undefined) return undefined;
      const types = typesOf(file, code.text, resolve);
      const source = { file, text: code.text, language: code.language, types };
      const made = construct(found as Constructor, fakes, source, { isTold: false });
      if (!isObject(made)) return undefined;
      completeInstance(made, fakes, name);
      this.classes.set(name, found.name || exported);
      return made;
    } catch (error) {
      // A stand-in does in its place.
      this.failures.set(
        name,
        `${exported} of ${path.basename(file)} could not be loaded: ${sayThrown(error)}.`,
      );
      return undefined;
    }
  }
}

/** By the project's folder: its classes, by the names in what they extend and implement. */
const implementers = new Map<string, ReadonlyMap<string, readonly ClassOfFile[]>>();

/** The only class of a project that implements or extends a class or interface of its; undefined where there is none, or are several. */
function onlyImplementer({ file, exported }: ClassOfFile): ClassOfFile | undefined {
  const root = projectAround(file);
  const known = implementers.get(root) ?? readImplementers(root);
  implementers.set(root, known);
  const [only, ...others] = known.get(exported) ?? [];
  return others.length === 0 ? only : undefined;
}

function readImplementers(root: string): ReadonlyMap<string, readonly ClassOfFile[]> {
  const found = new Map<string, ClassOfFile[]>();
  for (const { file, text } of projectTexts(root)) {
    for (const { name, bases } of classesIn(text))
      for (const base of bases) found.set(base, [...(found.get(base) ?? []), { file, exported: name }]);
  }
  return found;
}

/** Whether instances of a class have methods, of its own or of what it extends, as stand-ins have: what has none is data. */
function hasMethods(constructor: object, fakes: UniversalFakes): boolean {
  for (let at: unknown = constructor; typeof at === "function"; at = Object.getPrototypeOf(at)) {
    if (fakes.isFake(at)) return true;
    const own = Object.entries(Object.getOwnPropertyDescriptors(at.prototype ?? {}));
    if (own.some(([key, { value }]) => key !== "constructor" && typeof value === "function")) return true;
  }
  return false;
}
