import type { TargetSource } from "../../protocol.ts";
import { constructorsIn } from "../../../analysis/entries/constructors.ts";
import type { Parameter } from "../../../analysis/model.ts";
import { argumentsFor, namesWithDefault } from "../call/arguments.ts";
import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { Endless, withinTime } from "../harness/time-limit.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import type { Scope } from "../types/type.ts";
import { sayThrown } from "../io/call-site.ts";
import { CallLessons } from "./call-lessons.ts";
import { sourceTextOf } from "./source-text.ts";

/** A class, or a function that is used as one. */
export type Constructor = new (...parameters: unknown[]) => unknown;

/** Milliseconds for which the first instance of a class may keep the process busy. */
const CONSTRUCTING_AT_MOST = 1_500;

/** Those of which an instance was made, or could not be: the next one is not watched, as calls are timed that make one each. */
const seen = new WeakSet<Constructor>();

/** Instances of a class, all made alike. */
export interface Instances {
  readonly first: unknown;
  readonly next: () => unknown;
}

/** {@link instancesOf}, of which the first is taken. */
export function construct(...how: Parameters<typeof instancesOf>): unknown {
  return instancesOf(...how).first;
}

/**
 * An instance with fakes for the constructor's parameters, put right by what its errors say of them; else with all but one of them, as only an instance of a class has
 * its private members; else with those for which there are defaults, too; else with none, or with options that are empty; else one that was never constructed.
 *
 * @param source The target's: the text around the place of an error tells of what was not to be.
 * @param options.isTold Whether the result says of one that was never constructed that it was not.
 * @throws {Endless} or {RangeError} where it comes to no end on fakes, as by going down a made-up tree, and trees can yet be made to
 *   end.
 * @throws {Unmeasurable} where there is no prototype to make one of.
 */
export function instancesOf(
  constructor: Constructor,
  fakes: UniversalFakes,
  source: Pick<TargetSource, "file" | "text" | "language"> & { readonly types?: Scope },
  { isTold = true }: { readonly isTold?: boolean } = {},
): Instances {
  // Where a way to call it tells something, the next one may not come back, too.
  const isFirst = !seen.has(constructor);
  seen.add(constructor);
  const make = (parameters: readonly unknown[]): unknown =>
    isFirst
      ? constructedInTime(constructor, parameters, fakes)
      : Reflect.construct(constructor, parameters as unknown[]);
  let first: unknown;
  const takeBack = fakes.beforeCorrections();
  const newLessons = (): CallLessons => new CallLessons(fakes, sourceTextOf(source));
  let lessons = newLessons();
  const typed = typedParametersOf(constructor, source);
  const waysToCall = [() => argumentsOf(constructor, fakes)];
  if (typed !== null) waysToCall.unshift(() => typedArguments(typed, fakes, source.types));
  const lastToLearn = waysToCall.length - 1;
  for (let way = 0; way < waysToCall.length;) {
    try {
      const parameters = waysToCall[way]!();
      return {
        first: make(parameters),
        next: () => Reflect.construct<unknown[], unknown>(constructor, parameters),
      };
    } catch (error) {
      // Values that were made up may give it no end: what it makes is no instance then.
      if (hasNoEnd(error) && fakes.core.uses.length > 0) {
        seen.delete(constructor);
        throw error;
      }
      first ??= error;
      if (error instanceof Endless) break;
      if (way <= lastToLearn) {
        if (lessons.learn(error)) continue;
        // What did not help is true of nothing else of that name.
        takeBack();
        lessons = newLessons();
      }
      if (way === lastToLearn) {
        const all = argumentsOf(constructor, fakes);
        const allButOne = all.length < 2 ? [] : all.map((_, at) => () => all.with(at, undefined));
        waysToCall.push(
          ...allButOne,
          () => argumentsOf(constructor, fakes, true),
          () => [],
          () => [{}],
        );
      }
      way++;
    }
  }
  takeBack();
  const prototype: unknown = constructor.prototype;
  if (typeof prototype === "object" && prototype !== null) {
    if (isTold) fakes.core.incidents.add(neverConstructed(constructor, first));
    const next = (): unknown => Object.create(prototype) as unknown;
    return { first: next(), next };
  }
  throw new Unmeasurable(
    "failed",
    `An instance could not be constructed: ${sayThrown(first)}.`,
    "Benchmark a method of a class that can be constructed.",
  );
}

function neverConstructed({ name }: Constructor, error: unknown): string {
  const which = name === "" ? "Its class" : `Its class ${name}`;
  return (
    `${which} could not be constructed on made-up values, so what its fields hold was made up. To give it an instance, say ` +
    `what \`this\` is in a fakes file: ${WRITE_FAKES_COMMAND}. Its constructor failed with ${sayThrown(error)}.`
  );
}

function constructedInTime(
  constructor: Constructor,
  parameters: readonly unknown[],
  { core }: Pick<UniversalFakes, "core">,
): unknown {
  let made: unknown;
  withinTime(CONSTRUCTING_AT_MOST * core.patience, () => (made = Reflect.construct(constructor, parameters)));
  return made;
}

function hasNoEnd(error: unknown): boolean {
  return error instanceof Endless || (error instanceof RangeError && error.message.includes("call stack"));
}

/** @param isAll Those for which there are defaults are given, too: else whoever leaves one out gets it. */
function argumentsOf(constructor: Constructor, fakes: UniversalFakes, isAll = false): unknown[] {
  return parameterTexts(constructor)
    .filter((text) => !text.startsWith("..."))
    .map((text) => {
      const pattern = /^\{([^]*)\}/.exec(text)?.[1];
      if (pattern !== undefined) return fakes.make("options", namesWithDefault(pattern));
      const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(text)?.[0];
      return name === undefined || (name !== text && !isAll) ? undefined : fakes.make(name);
    });
}

/** What the constructor's source has between its parentheses; of a class without one, what its base has. */
function parameterTexts(constructor: Constructor): string[] {
  return atCommas(ownConstructorOf(constructor)?.text ?? "");
}

/** The function that has the parameters of a constructor, itself or what it extends, and its text behind the bracket that opens them. */
function ownConstructorOf(constructor: Constructor): { readonly name: string; readonly text: string } | null {
  for (let at: unknown = constructor; typeof at === "function"; at = Object.getPrototypeOf(at)) {
    const source = Function.prototype.toString.call(at);
    const isClass = source.startsWith("class");
    const open = (isClass ? /\bconstructor\s*\(/ : /^(?:async\s+)?function\b[^(]*\(/).exec(source);
    if (open !== null) return { name: at.name, text: source.slice(open.index + open[0].length) };
    if (!isClass) break;
  }
  return null;
}

/** Of each class that was constructed; null where its types are not known. */
const typedParameters = new WeakMap<Constructor, readonly Parameter[] | null>();

/** What a class of a file takes, where its text says of what types; null for any other. */
function typedParametersOf(
  constructor: Constructor,
  { text, language }: Pick<TargetSource, "text" | "language">,
): readonly Parameter[] | null {
  let typed = typedParameters.get(constructor);
  if (typed === undefined) {
    const own = constructorsIn(text, language).get(ownConstructorOf(constructor)?.name ?? "");
    typed = own?.some(({ type }) => type !== null) === true ? own : null;
    typedParameters.set(constructor, typed);
  }
  return typed;
}

function typedArguments(
  parameters: readonly Parameter[],
  fakes: UniversalFakes,
  types: Scope = fakes.types,
): unknown[] {
  const make = argumentsFor(parameters, fakes, { completion: "promise", isAllMadeUp: true, types });
  return make(() => undefined);
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
