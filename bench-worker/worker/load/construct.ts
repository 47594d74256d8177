import { namesWithDefault } from "../call/arguments.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { sayThrown } from "../io/call-site.ts";

/** A class, or a function that is used as one. */
export type Constructor = new (...parameters: unknown[]) => unknown;

/**
 * An instance with fakes for the constructor's parameters; else with all but one of them, as only an instance of a class has
 * its private members; else with none, or with options that are empty; else one that was never constructed.
 *
 * @throws {Unmeasurable} where there is no prototype to make one of.
 */
export function construct(constructor: Constructor, fakes: UniversalFakes): unknown {
  let first: unknown;
  const all = argumentsOf(constructor, fakes);
  const allButOne = all.length < 2 ? [] : all.map((_, at) => all.with(at, undefined));
  for (const parameters of [all, ...allButOne, [], [{}]]) {
    try {
      return Reflect.construct(constructor, parameters);
    } catch (error) {
      first ??= error;
    }
  }
  const prototype: unknown = constructor.prototype;
  if (typeof prototype === "object" && prototype !== null) return Object.create(prototype) as unknown;
  throw new Unmeasurable(
    "failed",
    `An instance could not be constructed: ${sayThrown(first)}.`,
    "Benchmark a method of a class that can be constructed.",
  );
}

function argumentsOf(constructor: Constructor, fakes: UniversalFakes): unknown[] {
  return parameterTexts(constructor)
    .filter((text) => !text.startsWith("..."))
    .map((text) => {
      const pattern = /^\{([^]*)\}/.exec(text)?.[1];
      if (pattern !== undefined) return fakes.make("options", namesWithDefault(pattern));
      // Whoever leaves out what has a default gets the default.
      const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.exec(text)?.[0];
      return name === undefined ? undefined : fakes.make(name);
    });
}

/** What the constructor's source has between its parentheses; of a class without one, what its base has. */
function parameterTexts(constructor: Constructor): string[] {
  for (let at: unknown = constructor; typeof at === "function"; at = Object.getPrototypeOf(at)) {
    const source = Function.prototype.toString.call(at);
    const isClass = source.startsWith("class");
    const open = (isClass ? /\bconstructor\s*\(/ : /^(?:async\s+)?function\b[^(]*\(/).exec(source);
    if (open !== null) return atCommas(source.slice(open.index + open[0].length));
    if (!isClass) break;
  }
  return [];
}

/** Splits a list at its own commas, up to the bracket that ends it. */
function atCommas(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character) && depth-- === 0) break;
    if (character !== "," || depth > 0) part += character;
    else {
      parts.push(part);
      part = "";
    }
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}
