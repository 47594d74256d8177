import { types } from "node:util";

/** Knows the classes that modules of packages export, by their names. */
export class PackageClasses {
  /** Null: there are several of that name. */
  readonly #prototypes = new Map<string, object | null>();

  /** Hears of what a module exports: a class, or an object that has some. */
  readonly note = (exports: unknown): void => {
    this.#add(exports);
    for (const one of valuesOf(exports)) {
      this.#add(one);
      // A class may have others that belong to it.
      if (typeof one === "function") for (const other of valuesOf(one)) this.#add(other);
    }
  };

  /** What instances of the only class with a name inherit; undefined where there is none, or several. */
  prototypeOf(name: string): object | undefined {
    return this.#prototypes.get(name) ?? undefined;
  }

  #add(made: unknown): void {
    if (typeof made !== "function" || types.isProxy(made) || made.name === "") return;
    const prototype: unknown = Object.getOwnPropertyDescriptor(made, "prototype")?.value;
    const isClass = typeof prototype === "object" && prototype !== null && !types.isProxy(prototype);
    if (!isClass || Object.getOwnPropertyDescriptor(prototype, "constructor")?.value !== made) return;
    const before = this.#prototypes.get(made.name);
    this.#prototypes.set(made.name, before === undefined || before === prototype ? prototype : null);
  }
}

/** What an object has itself; getters are only asked that a compiler has made of exports. */
function valuesOf(holder: unknown): unknown[] {
  const isObject = (typeof holder === "object" && holder !== null) || typeof holder === "function";
  if (!isObject || types.isProxy(holder)) return [];
  const isCompiled = Object.hasOwn(holder, "__esModule");
  return Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([key, own]) => {
    if (!("get" in own) || !isCompiled) return [own.value as unknown];
    try {
      return [Reflect.get(holder, key) as unknown];
    } catch {
      return [];
    }
  });
}
