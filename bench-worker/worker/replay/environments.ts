import type { FunctionInText } from "../../instrument/functions.ts";
import type { MethodOfClass } from "../../instrument/method-of-class.ts";
import {
  CALL_OF_FUNCTION,
  type FunctionTexts,
  type RecordedCallText,
  type RecordedPlace,
} from "../../instrument/rebuilt.ts";
import type { FileAccess } from "./file-access.ts";

type Evaluate = (code: string) => unknown;

/** A file some of whose functions are made again. */
export interface FileOfFunctions {
  readonly texts: FunctionTexts;
  readonly access: FileAccess;
  /** What a piece of the file is for its own scope. */
  readonly toScript: (code: string) => string;
  /** A method of one of its classes. */
  readonly methodOf: (method: MethodOfClass) => unknown;
}

/** What functions captured of one call of the function around them: those that are made in it share it. */
export interface Environment {
  readonly file: string;
  /** Runs code of the file in it. */
  readonly evaluate: Evaluate;
  readonly has: (name: string) => boolean;
  readonly set: (name: string, value: unknown) => void;
}

/** What an environment begins with. */
export interface EnvironmentParts {
  readonly names: readonly string[];
  /** Where functions in it read `this`: what that is. */
  readonly self?: () => unknown;
  /** Where they read `arguments`: what these are. */
  readonly given?: () => unknown;
}

interface Opened {
  readonly evaluate: Evaluate;
  readonly sets: Readonly<Record<string, (value: unknown) => void>>;
}

/**
 * Makes functions of the project again out of its present text, with what they captured. Nothing that a recording holds is run:
 * a name of it counts only where functions of the file declare it.
 */
export class Environments {
  readonly #fileOf: (file: string) => FileOfFunctions | null;
  readonly #modules = new Map<string, Environment | null>();
  readonly #scripts = new Map<string, string>();

  /** @param fileOf By the path that recordings have; null where nothing of it can be made. */
  constructor(fileOf: (file: string) => FileOfFunctions | null) {
    this.#fileOf = fileOf;
  }

  /**
   * An environment in another one; null for the module's own scope. It is opened with the first function that is made in it, as what
   * it begins with may have such functions.
   */
  open(file: string, around: Environment | null, { names, self, given }: EnvironmentParts): Environment {
    const texts = this.#fileOf(file)?.texts;
    const known = new Set(names.filter((name) => texts?.isCaptured(name) === true));
    const outer = around ?? this.#moduleOf(file);
    const head = known.size === 0 ? "" : `let ${[...known].join(",")};`;
    const sets = [...known].map((name) => `${name}:(__acv)=>{${name}=__acv}`).join(",");
    const body = `{${head}return{evaluate:(__acc)=>eval(__acc),sets:{${sets}}}}`;
    const code = self === undefined && given === undefined ? `(()=>${body})` : `(function()${body})`;
    let opened: Opened | undefined;
    const open = (): Opened => {
      if (opened !== undefined) return opened;
      if (outer === null) throw new TypeError(`nothing leads into ${file}`);
      const values = given?.();
      const begin = outer.evaluate(code) as (...given: unknown[]) => Opened;
      return (opened ??= Reflect.apply(begin, self?.(), Array.isArray(values) ? (values as unknown[]) : []));
    };
    return {
      file,
      evaluate: (script) => open().evaluate(script),
      has: (name) => known.has(name) || outer?.has(name) === true,
      set: (name, value) => {
        if (known.has(name)) open().sets[name]!(value);
      },
    };
  }

  /**
   * A function of a file, in an environment, or in the module's own scope; undefined where the file has none there.
   *
   * @param which Its place, or where its text starts.
   * @param self The `this` around it, which an arrow function reads.
   */
  functionIn(
    file: string,
    around: Environment | null,
    which: RecordedPlace | number,
    self?: () => unknown,
  ): unknown {
    const texts = this.#fileOf(file)?.texts;
    const one = typeof which === "number" ? texts?.startingAt(which) : texts?.find(which);
    if (one === undefined) return undefined;
    return this.#made(file, around, one, one.node.type === "ArrowFunctionExpression" ? self : undefined);
  }

  /** What calls for once more what a call in a file's text calls, or makes an instance of; null where nothing can tell. */
  makerIn(file: string, call: RecordedCallText): ((...given: unknown[]) => unknown) | null {
    const code = this.#fileOf(file)?.texts.callOf(call) ?? null;
    const made = code === null ? null : this.#moduleOf(file)?.evaluate(this.#script(file, code));
    return typeof made === "function" ? (made as (...given: unknown[]) => unknown) : null;
  }

  /** What gives a function to what a file's text gives the one to whose text starts at an offset; null where nothing can tell. */
  takerIn(file: string, start: number): ((given: unknown) => unknown) | null {
    const texts = this.#fileOf(file)?.texts;
    const one = texts?.startingAt(start);
    const code = one === undefined ? null : texts!.takerOf(one);
    const made = code === null ? null : this.#moduleOf(file)?.evaluate(this.#script(file, code));
    return typeof made === "function" ? (made as (given: unknown) => unknown) : null;
  }

  #made(file: string, around: Environment | null, one: FunctionInText, self?: () => unknown): unknown {
    const { texts, access, methodOf } = this.#fileOf(file)!;
    const text = texts.textOf(one);
    if (text === null) return undefined;
    if (text.what === "method") return methodOf(text.method);
    if (text.isDeclared) return access.gets[one.name]?.();
    const missing = text.captured.filter(({ name }) => around?.has(name) !== true);
    let environment = around ?? this.#moduleOf(file);
    if (missing.length > 0 || self !== undefined) {
      const names = missing.map(({ name }) => name);
      const own = this.open(file, around, { names, ...(self === undefined ? {} : { self }) });
      environment = own;
      for (const { name, made } of missing) if (made !== null) own.set(name, this.#made(file, own, made));
    }
    return environment?.evaluate(this.#script(file, text.code));
  }

  #script(file: string, code: string): string {
    const key = `${file}\n${code}`;
    let script = this.#scripts.get(key);
    if (script === undefined) this.#scripts.set(key, (script = this.#fileOf(file)!.toScript(code)));
    return script;
  }

  /** The scope of a module, where functions know no call. */
  #moduleOf(file: string): Environment | null {
    const before = this.#modules.get(file);
    if (before !== undefined) return before;
    const known = this.#fileOf(file);
    const environment = known === null ? null : moduleOf(file, known);
    this.#modules.set(file, environment);
    return environment;
  }
}

function moduleOf(file: string, { texts, access }: FileOfFunctions): Environment | null {
  if (access.evaluate === null) return null;
  const declared = texts.imports.map((name) => `${name}=__aci(${JSON.stringify(name)})`);
  for (let depth = 1; depth <= texts.deepest; depth++) declared.push(`${CALL_OF_FUNCTION}${depth}=null`);
  const head = declared.length === 0 ? "" : `let ${declared.join(",")};`;
  const read = (name: string): unknown => {
    try {
      return access.imports[name]?.();
    } catch {
      return undefined;
    }
  };
  const begin = access.evaluate(`(__aci)=>{${head}return(__acc)=>eval(__acc)}`) as (
    imports: typeof read,
  ) => Evaluate;
  return { file, evaluate: begin(read), has: () => false, set: () => undefined };
}
