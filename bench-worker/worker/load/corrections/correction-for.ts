import { sayThrown } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";
import type { Shape } from "../../../contract/fact.ts";
import { Rules } from "../../rules.ts";
import type { Correction } from "./correction.ts";
import { FAKE_NAME } from "./fake-name.ts";
import { refusedArgument } from "./of-argument.ts";
import { calledByKey, guard } from "./of-guard.ts";
import { notFound } from "./of-search.ts";
import { noPromise } from "./of-place.ts";
import { datedName, inputOf, isReadAsUrl, parsedName, quotedName, wrongText } from "./of-text.ts";
import { wrongType } from "./of-type.ts";
import type { TextSought } from "../../program/reached-check.ts";

/** What tells one fake from another. */
interface FakesSeen {
  /** The fake that was last turned into text; "" for none. */
  readonly lastText: string;
  /** The fake that was last called; "" for none. */
  readonly lastCalled?: string;
  nameOf(value: unknown): string | undefined;
  /** Whether an error told what goes by a name. */
  isCorrected?(name: string): boolean;
  /** What that is. */
  shapeOf?(name: string): Shape | undefined;
  /** Whether a stand-in may go by a name. */
  mayBe?(name: string): boolean;
  /** By what name a stand-in that may go by a name was met. */
  metAs?(name: string): string;
}

/** What an error tells, and what there is to understand it by. */
interface Told {
  readonly error: unknown;
  /** What was thrown, in the engine's words. */
  readonly message: string;
  readonly fakes: FakesSeen;
  /** The text of a file in a stack trace; null where it is not to be had. */
  readonly textOf: (file: string) => string | null;
  readonly thrownIn: TextSought | undefined;
}

/** By name what a correction is told by: the first that tells one. */
const RULES: Readonly<Record<string, (told: Told) => Correction | undefined>> = {
  "called-promise": ({ message, fakes }) => {
    const promise =
      /(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+)\]?(?:\.(?:call|apply))?\(\.{3}\)\.(?:then|catch|finally) is not a function/u.exec(
        message,
      )?.[1];
    if (promise === undefined) return undefined;
    const isReflected =
      promise === "Reflect" && fakes.lastCalled !== undefined && /\bReflect\.apply\(/.test(message);
    return { promise: isReflected ? lastName(fakes.lastCalled ?? "") : promise };
  },
  thenable: ({ message, fakes }) => {
    const thenable = new RegExp(
      `^TypeError: ${FAKE_NAME}\\.(?:then|catch|finally) is not a function$`,
      "u",
    ).exec(message)?.[1];
    if (thenable === undefined) return undefined;
    const orPromise = fakes.lastCalled === undefined ? "" : lastName(fakes.lastCalled);
    const promised = { name: `*.${lastName(thenable)}`, shape: { make: "promise" } } as const;
    return orPromise === "" ? promised : { ...promised, orPromise };
  },
  "header-name": ({ message }) => {
    const header = new RegExp(`["']${FAKE_NAME}["'] is an invalid header name`, "u").exec(message)?.[1];
    return header === undefined ? undefined : { name: header, shape: { value: "x-header" } };
  },
  "no-promise": ({ error, message, textOf }) => {
    const plain = noPromise(error, message, textOf);
    return plain === undefined ? undefined : { plain };
  },
  "called-by-key": ({ error, fakes, textOf }) =>
    bySource(fakes, (mayBe) => calledByKey(error, textOf, mayBe)),
  "wrong-type": ({ message }) => wrongType(message),
  "text-by-name": ({ error, message, fakes, textOf }) =>
    wrongText(message, quotedName(message) || parsedName(error, message, fakes.lastText, textOf)),
  "text-last-made": ({ error, message, fakes, textOf }) =>
    wrongText(message, fakes.lastText || inputOf(error) || datedName(error, message, textOf), (name) =>
      isReadAsUrl(name, error, textOf),
    ),
  "refused-argument": ({ error, message, fakes, textOf }) =>
    bySource(fakes, (mayBe) => refusedArgument(error, message, textOf, mayBe)),
  guard: ({ error, fakes, textOf, thrownIn }) =>
    bySource(fakes, (mayBe) => guard(error, textOf, mayBe, thrownIn)),
  found: ({ error, fakes, textOf }) => bySource(fakes, (mayBe) => notFound(error, textOf, mayBe)),
};

/** Whether a stand-in of a name may be told what it is, and was not; of a shape, whether it is not of that by now. */
function mayBe(fakes: FakesSeen, name: string, shape?: Shape): boolean {
  const isTold = fakes.isCorrected?.(`*.${lastName(name)}`) === true;
  const known = shape === undefined ? undefined : fakes.shapeOf?.(fakes.metAs?.(name) ?? name);
  const isSo = known !== undefined && JSON.stringify(known) === JSON.stringify(shape);
  return !isTold && !isSo && fakes.mayBe?.(name) !== false;
}

/**
 * A correction that the source tells, of a stand-in that may be told what it is: by the name by which the call meets it, `db` of `this.db`, which a
 * constructor was given.
 */
function bySource(
  fakes: FakesSeen,
  tell: (mayBeTold: (name: string, shape?: Shape) => boolean) => Correction | undefined,
): Correction | undefined {
  const correction = tell((name, shape) => mayBe(fakes, name, shape));
  if (correction === undefined || !("name" in correction)) return correction;
  return { ...correction, name: fakes.metAs?.(correction.name) ?? correction.name };
}

/** {@link correctionBy}, without the rule. */
export function correctionFor(...told: Parameters<typeof correctionBy>): Correction | undefined {
  return correctionBy(...told)?.correction;
}

/**
 * What an error says of a made-up value that did not do, and the rule that tells it: a path that had to be text, text that had to be
 * JSON, a made-up error, or a guard in the source (`if (this.closed) throw …`) that took a made-up value for true.
 * Undefined where it says nothing of the kind.
 *
 * @param textOf The text of a file in a stack trace; null where it is not to be had.
 * @param thrownIn The function that threw it.
 */
export function correctionBy(
  error: unknown,
  fakes: FakesSeen,
  textOf: (file: string) => string | null,
  rules = new Rules(),
  thrownIn?: TextSought,
): { readonly correction: Correction; readonly rule: string } | undefined {
  if (fakes.nameOf(error) !== undefined || fakes.nameOf(unheardOf(error)) !== undefined)
    return thrownStandIn(error, fakes, rules);
  const message = sayThrown(error)
    .replaceAll("?.", ".")
    .replace(/\[(#[\p{ID_Continue}$]+)\]/gu, ".$1");
  for (const [rule, tell] of Object.entries(RULES)) {
    const correction = tell({ error, message, fakes, textOf, thrownIn });
    if (correction !== undefined && rules.allow(`correct ${rule}`)) return { correction, rule };
  }
  return undefined;
}

/** The same of a stand-in that was thrown itself, or passed on as an error: that it is nothing. */
export function thrownStandIn(
  error: unknown,
  fakes: Pick<FakesSeen, "nameOf">,
  rules: Rules,
):
  | { readonly correction: { readonly name: string; readonly shape: Shape }; readonly rule: string }
  | undefined {
  const name = fakes.nameOf(error) ?? fakes.nameOf(unheardOf(error));
  const rule = "thrown-stand-in";
  // What was made to be an error is one: `throw new Refused()`.
  if (name === undefined || /^new .*\)$/.test(name) || !rules.allow(rule)) return undefined;
  return { correction: { name, shape: { make: "nothing" } }, rule };
}

/** What an emitter that nobody listens to was given for an error, which was none: Node's own error has it. */
function unheardOf(error: unknown): unknown {
  const own = (name: string): unknown =>
    error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined;
  return own("code") === "ERR_UNHANDLED_ERROR" ? own("context") : undefined;
}
