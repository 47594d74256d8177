import { importsIn } from "../types/declarations.ts";
import type { GivenFakes } from "./given-fakes.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

const REQUIRED =
  /(?:([\p{ID_Start}$_][\p{ID_Continue}$]*)|\{([^{}]*)\})\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*["'`]([^"'`\n]+)["'`]\s*\)(?!\s*[.([])/gu;

/**
 * What a target's file gets for a module that was loaded for real, where its fakes file has operations of it: they are
 * answered in place of the module's own. `bcrypt.hash` is the `hash` of what the text imports as `bcrypt`, and `hash` that
 * which it takes out of the module under this name.
 *
 * @param make Makes what stands for an operation of a name.
 */
export function withGiven(
  exports: unknown,
  specifier: string,
  text: string,
  given: GivenFakes | null,
  make: (name: string) => unknown,
): unknown {
  if (given === null || !isHolder(exports)) return exports;
  const replaced = new Map<string, string>();
  for (const operation of given.operations) {
    const member = memberOf(operation, specifier, text);
    if (member !== undefined && (member === "default" || hasFunction(exports, member)))
      replaced.set(member, operation);
  }
  return replaced.size === 0 ? exports : replacedIn(exports, replaced, make);
}

/** The member of a module that an operation is, by the names that a text has for it; `default` for the module as a whole. */
function memberOf(operation: string, specifier: string, text: string): string | undefined {
  const [name = "", member, ...more] = operation.split(".");
  if (more.length > 0) return undefined;
  const taken = importsIn(text).get(name);
  if (taken?.specifier === specifier) {
    if (taken.name === "*" || taken.name === "default")
      return member ?? (taken.name === "*" ? undefined : "default");
    return member === undefined ? taken.name : undefined;
  }
  for (const [, whole, parts = "", from] of text.matchAll(REQUIRED)) {
    if (from !== specifier) continue;
    if (whole === name) return member ?? "default";
    const own = parts.split(",").map((part) => part.split(":").map((one) => one.trim()));
    const part = member === undefined ? own.find((one) => one.at(-1) === name) : undefined;
    if (part !== undefined) return part[0];
  }
  return undefined;
}

/** Some exports with other functions in the place of some of theirs, in the default export as well. */
function replacedIn(
  exports: object,
  replaced: ReadonlyMap<string, string>,
  make: (name: string) => unknown,
): unknown {
  const whole = replaced.get("default");
  if (whole !== undefined && typeof exports === "function") return make(whole);
  const own = Object.getOwnPropertyDescriptors(exports) as Record<string, PropertyDescriptor>;
  const copied = Object.fromEntries(
    Object.entries(own).map(([key, descriptor]) => [key, { ...descriptor, configurable: true }]),
  );
  for (const [member, operation] of replaced) {
    if (typeof Reflect.get(exports, member) === "function")
      copied[member] = { value: make(operation), enumerable: true, configurable: true };
  }
  const { default: inner } = exports as { default?: unknown };
  if (whole === undefined && isHolder(inner) && inner !== exports) {
    copied["default"] = { value: replacedIn(inner, replaced, make), enumerable: true, configurable: true };
  }
  const copy = typeof exports === "function" ? calling(exports as AnyFunction) : {};
  Object.setPrototypeOf(copy, Object.getPrototypeOf(exports) as object | null);
  return Object.defineProperties(copy, copied);
}

/** A function that does what another one does, called or constructed. */
function calling(run: AnyFunction): AnyFunction {
  return function (this: unknown, ...parameters: unknown[]): unknown {
    const constructed: unknown = new.target;
    return constructed === undefined
      ? Reflect.apply(run, this, parameters)
      : (Reflect.construct(run, parameters) as unknown);
  };
}

/** Whether exports, or the default export, have a function of a name. */
function hasFunction(exports: object, name: string): boolean {
  const inner: unknown = Reflect.get(exports, "default");
  return [exports, inner].some((one) => isHolder(one) && typeof Reflect.get(one, name) === "function");
}

function isHolder(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}
