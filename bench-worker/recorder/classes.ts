import { types } from "node:util";
import type { Captured, CapturedVariables } from "./captured.ts";

/** Variables of a module that may hold a `WeakMap` or a `WeakSet`, each by what reads it. */
export type WeakVariables = Readonly<Record<string, () => unknown>>;

/** A variable of a module, and what it has, which may hold what belongs to an instance. */
export interface Holder {
  readonly file: string;
  readonly variable: string;
  readonly weak: unknown;
}

/** A class of the project, or a function of it that makes instances. */
export interface ClassOfProject {
  readonly made: object;
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** The `#private` fields that an instance has of it; null where it declares none. */
  readonly privatesOf: ((instance: object) => Record<string, unknown>) | null;
  /** Of its module. */
  readonly weak: WeakVariables;
  /** What one that a call has made captured of that. */
  readonly captured?: (() => CapturedVariables) | undefined;
}

/** Knows the classes of the project, and which objects are instances of them. */
export class Classes {
  readonly #captured: Pick<Captured, "functionOf">;
  readonly #known = new WeakMap<object, ClassOfProject>();
  /** Of prototypes that inherit what they tell of it. */
  readonly #constructors = new WeakMap<object, object>();

  /** @param captured Knows the functions of the project. */
  constructor(captured: Pick<Captured, "functionOf">) {
    this.#captured = captured;
  }

  /** A class was made, or something made an instance of it first. */
  add(made: unknown, known: (made: object) => ClassOfProject): void {
    if (typeof made !== "function" || this.#known.has(made)) return;
    this.#known.set(made, known(made));
    const prototype: unknown = Object.getOwnPropertyDescriptor(made, "prototype")?.value;
    if (typeof prototype !== "object" || prototype === null || types.isProxy(prototype)) return;
    if (!Object.hasOwn(prototype, "constructor")) this.#constructors.set(prototype, made);
  }

  /** The class of the project that a value is; undefined for what is none, or has made no instance yet. */
  of(made: unknown): ClassOfProject | undefined {
    return typeof made === "function" ? this.#known.get(made) : undefined;
  }

  /** The class of the project that an object is an instance of, or that its own class extends: a test often has one of its own. */
  ofInstance(value: object): ClassOfProject | undefined {
    for (const constructor of this.constructorsOf(value)) {
      const known = this.#ofConstructor(constructor);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** The variables that hold what belongs to an instance: of the modules of its class, and of those that this one extends. */
  holdersOf(value: object): Holder[] {
    return this.#weakOf(value).filter(({ weak }) =>
      types.isWeakMap(weak)
        ? WeakMap.prototype.has.call(weak, value)
        : types.isWeakSet(weak) && WeakSet.prototype.has.call(weak, value),
    );
  }

  /** Whether one of those has, or may have, something of an instance. */
  isHeldBy(value: object, weak: object): boolean {
    return this.#weakOf(value).some((one) => one.weak === weak);
  }

  /** The variables that may. */
  #weakOf(value: object): Holder[] {
    if (types.isProxy(value)) return [];
    const modules = new Map<WeakVariables, string>();
    for (const constructor of this.constructorsOf(value)) {
      const known = this.of(constructor);
      if (known !== undefined) modules.set(known.weak, known.file);
    }
    return [...modules].flatMap(([variables, file]) =>
      Object.entries(variables).map(([variable, read]) => ({ file, variable, weak: valueOf(read) })),
    );
  }

  /** Whether an object is an instance of what the project itself declares. */
  isInstance(value: object): boolean {
    return this.#ofConstructor(this.constructorsOf(value)[0]) !== undefined;
  }

  /** The constructors of what an object inherits from, the nearest first. */
  constructorsOf(value: object): unknown[] {
    const constructors: unknown[] = [];
    let prototype = Object.getPrototypeOf(value) as object | null;
    for (; prototype !== null; prototype = Object.getPrototypeOf(prototype) as object | null) {
      if (types.isProxy(prototype)) break;
      const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
      constructors.push(constructor ?? this.#constructors.get(prototype));
    }
    return constructors.filter((one) => one !== undefined);
  }

  /** Whether an object is what instances of a class of the project inherit. */
  isPrototype(value: object): boolean {
    const constructor: unknown = Object.getOwnPropertyDescriptor(value, "constructor")?.value;
    return this.#ofConstructor(constructor ?? this.#constructors.get(value)) !== undefined;
  }

  #ofConstructor(constructor: unknown): ClassOfProject | undefined {
    const known = this.of(constructor);
    if (known !== undefined || typeof constructor !== "function") return known;
    const fn = this.#captured.functionOf(constructor);
    return fn === null
      ? undefined
      : { made: constructor, file: fn.file, name: fn.lastName, line: fn.line, privatesOf: null, weak: {} };
  }
}

/** What a variable has; undefined where it is not there yet. */
function valueOf(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
