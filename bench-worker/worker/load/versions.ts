import { findFunctions } from "../../../analysis/functions/find.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import type { AsyncFunction, Parameter } from "../../../analysis/model.ts";
import { viewOf } from "../../../analysis/patterns/file-view.ts";
import { askedBeforeCalled, type AskedBeforeCalled } from "../../../analysis/scopes/asked-before-called.ts";
import { membersWithDefault, type Defaults } from "../../../analysis/scopes/defaults.ts";
import { parametersWithDefault } from "../../../analysis/scopes/own-defaults.ts";
import { calledIn, goesThrough, uncalledIn, uncalledMembers } from "../../../analysis/scopes/uncalled.ts";
import type { TargetSource } from "../../protocol.ts";
import { lastName } from "../io/last-name.ts";
import type { LoadServices } from "./load-services.ts";
import type { Shape } from "../../contract/fact.ts";

/** Names of what is meant to be called, also where the function only hands it on. */
const MEANT_FOR_CALLS =
  /^(?:this|ack|answer|announce|cb|cleanup|collect|complete|done|emit|error|fail(?:ure)?|fn|finish|flush|func|ignore|job|log|nack|next|noop|notify|progress|publish|ready|render|reply|report|respond|run|send|succeed|success|task|tick|warn|work|write|info|debug|trace|end|close|destroy|then|catch|set[A-Z]\w*|hook|resolve|reject|logger|reporter|iteratee?|mapper|predicate|visitor|on[A-Z]\w*|\w*(?:[cC]allback|[hH]andler|[lL]istener|Cb|Fn|Hook|[fF]unc(?:tion)?))$/;

/** One of the functions that are compared, or the only one, with the text of its file. */
interface Version {
  readonly text: string;
  /** The function's own. */
  readonly own: string;
  readonly parameters: readonly Parameter[];
  readonly defaults: ReadonlyMap<string, Defaults>;
  /** Parameters, and members of theirs, that it never calls. */
  readonly uncalled: ReadonlySet<string>;
  /** Functions that whoever calls may leave out. */
  readonly askedBeforeCalled: AskedBeforeCalled;
  /** The last names of all that its file calls. */
  readonly called: ReadonlySet<string>;
}

/** A target, and those with which it is compared: what one of them does with a value tells what that is for all. */
export class Versions {
  readonly #own: Version;
  readonly #others: readonly Version[];

  constructor(
    source: TargetSource,
    asyncFunction: AsyncFunction,
    { counterparts = [], analyze }: Pick<LoadServices, "counterparts" | "analyze">,
  ) {
    this.#own = versionOf(source, source.functionStart, asyncFunction);
    this.#others = counterparts.flatMap(({ written, ...ran }) => {
      const other = { ...ran, ...written };
      const { functions } = analyze(other.text, other.language);
      const found = functions.find(({ range }) => range.start === other.functionStart);
      return found === undefined ? [] : [versionOf(other, other.functionStart, found)];
    });
  }

  get #all(): readonly Version[] {
    return [this.#own, ...this.#others];
  }

  /** The texts of their files. */
  get texts(): string {
    return this.#all.map(({ text }) => text).join("\n");
  }

  /** Their own texts. */
  get ownTexts(): readonly string[] {
    return this.#all.map(({ own }) => own);
  }

  /**
   * The target's parameters: where it says no type, that of another version; and none is left out that another version cannot do
   * without.
   */
  get parameters(): readonly Parameter[] {
    return this.#own.parameters.map((parameter) => {
      const same = this.#others.flatMap(({ parameters }) =>
        parameters.filter(({ name, role }) => name === parameter.name && role === parameter.role),
      );
      const type = parameter.type ?? same.find((one) => one.type !== null)?.type ?? null;
      const optional = parameter.optional && same.every((one) => one.optional);
      return { ...parameter, type, optional };
    });
  }

  /** The members that the target takes with a default. */
  get defaults(): ReadonlyMap<string, Defaults> {
    return this.#own.defaults;
  }

  /** The defaults that only other versions have: whoever gives none gives these to the target. */
  get defaultsOfOthers(): (readonly [string, Shape])[] {
    return this.#others.flatMap(({ defaults }) =>
      [...defaults].flatMap(([path, members]) =>
        [...members].flatMap(([name, value]) => {
          const isOwn = value === undefined || this.#own.defaults.get(path)?.has(name) === true;
          return isOwn ? [] : [[`${path}.${name}`, { value }] as const];
        }),
      ),
    );
  }

  /**
   * Whether a parameter of the target, where `of` is empty, or a member of one is a function that may be left out: no version calls it
   * without asking for it.
   */
  isAskedBeforeCalled(of: string, name: string): boolean {
    const isAsked = (version: Version): boolean => version.askedBeforeCalled.get(of)?.has(name) === true;
    return isAsked(this.#own) && this.#others.every((one) => isAsked(one) || !one.called.has(name));
  }

  /** Parameters of the target, and members of theirs, that no version calls. */
  get uncalled(): ReadonlySet<string> {
    const isCalled = (name: string): boolean =>
      this.#others.some(
        ({ parameters, uncalled, called }) =>
          !uncalled.has(name) &&
          (name.includes(".") ? called.has(lastName(name)) : parameters.some((one) => one.name === name)),
      );
    return new Set([...this.#own.uncalled].filter((name) => !isCalled(name)));
  }
}

function versionOf(
  { text, language }: Pick<TargetSource, "text" | "language">,
  start: number,
  { range, parameters }: AsyncFunction,
): Version {
  const view = viewOf(findFunctions(lex(text, language), language));
  const isMeantForCalls = (path: string): boolean => MEANT_FOR_CALLS.test(lastName(path));
  const values = parameters
    .filter(({ role, rest }) => role === "value" && !rest)
    .filter(({ name, optional }) => !optional && !isMeantForCalls(name))
    .map(({ name }) => name);
  const given = parametersWithDefault(view, start, new Set(parameters.map(({ name }) => name)));
  const asked = askedBeforeCalled(view);
  const members = [...uncalledMembers(view, start, values)].filter((path) => !isMeantForCalls(path));
  return {
    text,
    own: text.slice(range.start, range.end),
    // Whoever leaves it out gets what the function gives itself; what is gone through is given.
    parameters: parameters.map((one) => ({
      ...one,
      optional: one.rest
        ? !goesThrough(view, start, one.name)
        : one.optional || given.has(one.name) || asked.get("")?.has(one.name) === true,
    })),
    defaults: membersWithDefault(view, start),
    askedBeforeCalled: asked,
    called: calledIn(view),
    uncalled: new Set([...uncalledIn(view, start, values), ...members]),
  };
}
