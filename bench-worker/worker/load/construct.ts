import type { TargetSource } from "../../protocol.ts";
import { constructorsIn } from "../../../analysis/entries/constructors.ts";
import type { Parameter } from "../../../analysis/model.ts";
import { argumentsFor } from "../call/arguments.ts";
import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { Endless, withinTime } from "../harness/time-limit.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { sourceTreeOf } from "../program/source-tree.ts";
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
      if (error instanceof Endless) {
        // The next try is watched as well.
        seen.delete(constructor);
        break;
      }
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
  return (ownConstructorOf(constructor)?.parameters ?? [])
    .filter(({ type }) => type !== "RestElement")
    .map((parameter) => {
      const isOptional = parameter.type === "AssignmentPattern";
      const left = isOptional ? (parameter["left"] as Node) : parameter;
      if (left.type === "ObjectPattern") return fakes.make("options", isAll ? [] : namesWithDefault(left));
      return left.type === "Identifier" && (isAll || !isOptional)
        ? fakes.make(left["name"] as string)
        : undefined;
    });
}

/** The names in a pattern for which it has defaults. */
function namesWithDefault(pattern: Node): string[] {
  return (pattern["properties"] as readonly Node[]).flatMap(({ key, value }) =>
    (value as Node | undefined)?.type === "AssignmentPattern"
      ? [String((key as Node)["name"] ?? (key as Node)["value"])]
      : [],
  );
}

/** A function that has the parameters of a constructor. */
interface OwnConstructor {
  /** Of the class. */
  readonly name: string;
  readonly parameters: readonly Node[];
}

const ownConstructors = new WeakMap<object, OwnConstructor | null>();

/** That of a constructor itself, or of what it extends where it has none, or hands on whatever it is given. */
function ownConstructorOf(constructor: Constructor): OwnConstructor | null {
  let own = ownConstructors.get(constructor);
  if (own === undefined) {
    own = readConstructor(constructor);
    ownConstructors.set(constructor, own);
  }
  return own;
}

function readConstructor(constructor: Constructor): OwnConstructor | null {
  const { name } = constructor;
  const made = expressionOf(Function.prototype.toString.call(constructor));
  if (made === undefined) return null;
  if (isFunction(made)) return { name, parameters: made["params"] as readonly Node[] };
  const members = childrenOf(made["body"] as Node);
  const own = members.find(({ type, kind }) => type === "MethodDefinition" && kind === "constructor");
  const parameters = ((own?.["value"] as Node | undefined)?.["params"] ?? []) as readonly Node[];
  const isOfBase = own === undefined || parameters[0]?.type === "RestElement";
  const base: unknown = Object.getPrototypeOf(constructor);
  const ofBase = isOfBase && typeof base === "function" ? ownConstructorOf(base as Constructor) : null;
  return ofBase ?? (own === undefined ? null : { name, parameters });
}

/** The class or function that a text is; undefined where the engine keeps its text to itself. */
function expressionOf(text: string): Node | undefined {
  const tree = sourceTreeOf("class.js", `(${text})`);
  const [statement] = tree === null ? [] : childrenOf(tree.program);
  const made = statement?.["expression"] as Node | undefined;
  return made !== undefined && (isFunction(made) || made.type === "ClassExpression") ? made : undefined;
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
