import { fileURLToPath } from "node:url";
import { harness } from "../harness/intrinsics.ts";
import { withOwnStacks } from "../harness/own-stacks.ts";
import { withinTime } from "../harness/time-limit.ts";

/** A frame of a stack trace: both count from 1. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The last name of the function; null where the stack does not say it. */
  readonly name: string | null;
}

const LOCATION = /(?:\(|at (?:async )?)((?:file:\/\/|[A-Za-z]:[\\/]|\/)[^()]*?):(\d+)(?::(\d+))?\)?$/;

/** `read` of `at async Store.read [as load] (`. */
const NAME = /^\s*at (?:[^(]*[ .])?([\p{ID_Continue}$#]+)(?: \[as [^[\]]*\])? \(/u;

/** The frames of a stack trace that name a file, the top first; sections that libraries add are read as well. */
export function framesOf(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (const text of stack.split("\n")) {
    const match = LOCATION.exec(text.trimEnd());
    if (match === null) continue;
    const [, location, line, column] = match;
    // StratifiedJS names no columns.
    const name = NAME.exec(text)?.[1] ?? null;
    frames.push({ file: toPath(location!), line: Number(line), column: Number(column ?? 1), name });
  }
  return frames;
}

/** The first frame in `file`; null when there is none. */
export function firstFrameIn(stack: string, file: string): Frame | null {
  return framesOf(stack).find((frame) => frame.file === file) ?? null;
}

/** The stack of the caller, as text, deep enough to reach the target through its libraries. */
export function stackHere(): string {
  return stackBelow(stackHere);
}

/** The same of the caller of `below`, which the stack has to have, with so many frames. */
export function stackBelow(below: (...parameters: never[]) => unknown, depth = 200): string {
  return withOwnStacks(depth, undefined, () => {
    const here = new harness.Error("here");
    harness.Error.captureStackTrace(here, below);
    return textOf(here.stack);
  });
}

/** The stack of whatever was thrown, as text; empty when it has none. */
export function stackOf(thrown: unknown): string {
  try {
    if (typeof thrown !== "object" || thrown === null || !("stack" in thrown)) return "";
    // StratifiedJS empties the engine's stack, and says its own with the message.
    if (thrown instanceof Error && "__oni_stack" in thrown && thrown.stack === "") return textOf(`${thrown}`);
    return textOf(thrown.stack);
  } catch {
    return "";
  }
}

/** Milliseconds that a thrown value may take to say what it is. */
const SAYING_AT_MOST = 500;
const CHARACTERS_AT_MOST = 300;

/** One line that says what was thrown, without the full stop at its end: `TypeError: x is not a function`. */
export function sayThrown(thrown: unknown): string {
  let text = "";
  try {
    withinTime(SAYING_AT_MOST, () => {
      text = thrown instanceof harness.Error ? sayError(thrown) : sayOther(thrown);
    });
    const start = text.slice(0, 2 * CHARACTERS_AT_MOST);
    const [first = ""] = start.split("\n");
    // Validators have a list for a message.
    const said = /[[{(]$/.test(first) ? start.replace(/\s+/g, " ") : first;
    return said.length > CHARACTERS_AT_MOST
      ? `${said.slice(0, CHARACTERS_AT_MOST)}…`
      : said.replace(/(?<!\.)\.$/, "");
  } catch {
    return "something that cannot be shown";
  }
}

/** What is no error says: what it has for a message, else itself, else what it has. */
function sayOther(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  if ("message" in thrown && typeof thrown.message === "string") return thrown.message;
  const text = (thrown as { toString: () => string }).toString();
  if (text !== "[object Object]") return text;
  const keys = Object.keys(thrown).slice(0, 5);
  return keys.length === 0 ? "an empty object" : `an object that has ${keys.join(", ")}`;
}

/** What an error says; one of several errors, which often says nothing itself, with what the first of them says. */
function sayError(error: Error): string {
  const { name, message } = error as { name?: unknown; message?: unknown };
  // An error of a kind of one's own may have lost both.
  const kind = typeof name === "string" && name !== "" ? name : "Error";
  const said = typeof message === "string" && message !== "" ? `${kind}: ${message}` : kind;
  const errors: unknown = "errors" in error ? error.errors : undefined;
  if (!Array.isArray(errors) || errors.length === 0 || !kind.startsWith("AggregateError")) return said;
  const [first] = errors as unknown[];
  const one =
    first instanceof harness.Error ? `${first.name}: ${first.message.split("\n")[0]}` : String(first);
  return `${said} (${one}${errors.length === 1 ? "" : `, and ${errors.length - 1} more`})`;
}

function textOf(stack: unknown): string {
  if (typeof stack !== "string") return "";
  // A long message stands before the frames.
  return stack.length <= 20_000 ? stack : `${stack.slice(0, 1_000)}\n${stack.slice(-19_000)}`;
}

function toPath(location: string): string {
  if (!location.startsWith("file:")) return location;
  try {
    return fileURLToPath(location);
  } catch {
    return location;
  }
}

/** What was thrown, as the end of a sentence. */
export function withEnd(said: string): string {
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
