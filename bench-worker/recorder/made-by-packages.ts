import { isPromise } from "node:util/types";
import type { Call, SiteState } from "./activation.ts";
import { isObject } from "./callees.ts";

/** Which call of the project's code has made something. */
export interface Made {
  readonly site: SiteState;
  readonly given: readonly unknown[];
}

/** Knows which calls of packages have made the functions and objects that they gave. */
export class MadeByPackages {
  readonly #made = new WeakMap<object, Made>();

  /** A call of a package has given a value: unless that was there before, it has made it. Whether it has. */
  note({ site, given, receiver }: Call, value: unknown): boolean {
    if (!isObject(value) || isPromise(value) || this.#made.has(value)) return false;
    if (value === receiver || given.includes(value)) return false;
    this.#made.set(value, { site, given });
    return true;
  }

  of(value: object): Made | undefined {
    return this.#made.get(value);
  }
}
