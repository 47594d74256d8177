import type { Scenario, ToReplay } from "../../contract/scenario.ts";
import type { TargetSource } from "../../protocol.ts";
import type { GivenFake } from "../fakes-file/given-fakes.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import type { Answer, Site } from "./answers.ts";
import { inShort } from "./in-short.ts";

/** What the user gives in the place of parts of a recorded call. */
export interface GivenParts {
  /** The first arguments of a call, as many as are given. */
  readonly arguments: ((callback: unknown) => readonly unknown[]) | null;
  readonly receiver: (() => unknown) | null;
  /** By their places among what was recorded. */
  readonly variables: ReadonlyMap<number, GivenFake>;
  readonly answers: ReadonlyMap<number, GivenFake>;
  /** An operation may fail that did not when it was recorded. */
  readonly mayFail: boolean;
  /** The scenario with them in their places. */
  readonly in: (scenario: Scenario) => Scenario;
}

/** The parts of a recorded call that the user gives; null where there are none. */
export function givenPartsOf(
  { call, names }: Pick<ToReplay, "call" | "names">,
  sites: readonly Site[],
  fakes: UniversalFakes,
): GivenParts | null {
  const { given } = fakes;
  if (given === null) return null;
  const make = (name: string): unknown => fakes.make(name);
  const own = given.arguments(make);
  const receiver = given.hasReceiver ? () => given.receiver(make) : null;
  const variables = new Map<number, GivenFake>();
  for (const [at, { scope, name }] of call.variables.entries()) {
    const fake = scope === "module" ? given.valueOf(name) : undefined;
    if (fake !== undefined) variables.set(at, fake);
  }
  const answers = new Map<number, GivenFake>();
  for (const answer of sites.flatMap((site) => site.answers)) {
    const fake = canBeGiven(answer)
      ? given.of(names?.[answer.index] ?? answer.recorded.expression)
      : undefined;
    if (fake !== undefined && !fake.hasValue) answers.set(answer.index, fake);
  }
  const isNone = own === null && receiver === null && variables.size + answers.size === 0;
  if (isNone && Object.keys(given.environment).length === 0) return null;
  const short = (value: unknown): string => inShort(value, (one) => fakes.nameOf(one));
  const part = (setting: string, place: string, text?: string) =>
    ({ origin: "given", from: { setting, place }, ...(text === undefined ? {} : { text }) }) as const;
  return {
    ...{ arguments: own, receiver, variables, answers },
    mayFail: [...answers.values()].some(({ mayFail }) => mayFail),
    in: (scenario) => {
      const { arguments: recorded = [], surroundings = [], answers: all = [] } = scenario;
      const first = (own?.(() => undefined) ?? []).map((one) => part("arguments", given.place, short(one)));
      const around = surroundings.filter(({ scope }) => scope === "around").length;
      return {
        ...scenario,
        ...(receiver === null ? {} : { this: part("this", given.place, short(receiver())) }),
        arguments: [...first, ...recorded.slice(first.length)],
        surroundings: [
          ...surroundings.map((one, at) => {
            const fake = variables.get(at - around);
            if (fake === undefined || one.scope === "around" || one.scope === "environment") return one;
            const { file, scope, name } = one;
            return {
              ...{ file, scope, name, value: null },
              ...part(`fakes.${name}.value`, fake.place, short(fake.value)),
            };
          }),
          ...Object.keys(given.environment).map((name) => ({
            ...{ scope: "environment" as const, name },
            ...part(`environment.${name}`, given.place),
          })),
        ],
        answers: all.map((one, at) => {
          const fake = answers.get(at);
          if (fake === undefined) return one;
          return { ...one, ...part(`fakes.${one.expression}`, fake.place) };
        }),
      };
    },
  };
}

/** Whether parts of its scenario are data that the user gives. */
export function hasGivenData({ scenario = {} }: TargetSource): boolean {
  const { this: self, arguments: given = [], surroundings = [], answers = [] } = scenario;
  return [self, ...given, ...surroundings, ...answers].some((one) => one?.origin === "given");
}

/** Whether an answer is one value, which can be another one: timers run for real, and what comes as events is many. */
function canBeGiven({ isTimer, recorded: { style, callbacks = [] } }: Answer): boolean {
  if (isTimer || style === "event" || style === "wake") return false;
  return style === "iterator" || callbacks.length === (style === "callback" ? 1 : 0);
}

/** An answer as the user gives it, with what it gives in the place of the recorded value and of what a callback was told. */
export interface GivenAnswer {
  readonly answer: Answer;
  readonly value: unknown;
  readonly callbacks: readonly (readonly unknown[])[] | undefined;
}

/** What an operation answers in one call of it. */
export function givenAnswer(
  answer: Answer,
  fake: GivenFake,
  given: readonly unknown[],
  recorded: Pick<GivenAnswer, "value" | "callbacks">,
): GivenAnswer {
  const { style } = answer.recorded;
  const error = fake.failure(given);
  const isGiven = error !== undefined || fake.hasAnswer;
  const outcome = error !== undefined ? "error" : fake.hasAnswer ? "value" : answer.recorded.outcome;
  const own = { ...answer, latency: fake.latency, isGiven, recorded: { ...answer.recorded, outcome } };
  if (!isGiven) return { answer: own, ...recorded };
  const value = error ?? fake.answer(given, () => recorded.value);
  if (style === "callback") {
    const [told = []] = recorded.callbacks ?? [];
    // By Node's convention, unless it was called back with nothing but a value.
    const isErrorFirst =
      told.length !== 1 || told[0] === null || told[0] === undefined || told[0] instanceof Error;
    const values = error !== undefined ? [error] : isErrorFirst ? [null, value] : [value];
    return { answer: own, value: recorded.value, callbacks: [values] };
  }
  if (style !== "iterator" || error !== undefined) return { answer: own, value, callbacks: undefined };
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  return { answer: own, value: undefined, callbacks: items.map((item) => [item]) };
}
