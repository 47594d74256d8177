import { engine } from "./engine.ts";

/** A frame of a stack trace that names a file; the line counts from 1. */
export interface Frame {
  readonly file: string;
  readonly line: number;
}

interface ErrorClass {
  new (message: string): Error;
  stackTraceLimit?: number;
  prepareStackTrace?: unknown;
}

const LOCATION = /(?:\(|at (?:async )?)((?:file:\/\/|[A-Za-z]:[\\/]|\/)[^()]*?):(\d+)(?::(\d+))?\)?$/;

/** The frames of a stack trace that name a file, the top first. */
export function framesOf(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (const text of stack.split("\n")) {
    const match = LOCATION.exec(text);
    if (match !== null) frames.push({ file: toPath(match[1]!), line: Number(match[2]) });
  }
  return frames;
}

/** The line of the first frame in `file`; null when there is none. */
export function lineIn(stack: string, file: string): number | null {
  for (const frame of framesOf(stack)) if (frame.file === file) return frame.line;
  return null;
}

/** The stack of the caller, as text, deep enough to reach the target through its libraries. */
export function stackHere(): string {
  const OwnError = engine.Error as ErrorClass;
  const { stackTraceLimit, prepareStackTrace } = OwnError;
  OwnError.stackTraceLimit = 200;
  // A library's own way to write stacks could hide what is looked for.
  delete OwnError.prepareStackTrace;
  try {
    return textOf(new OwnError("here").stack);
  } finally {
    if (stackTraceLimit !== undefined) OwnError.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace !== undefined) OwnError.prepareStackTrace = prepareStackTrace;
  }
}

/** The stack of whatever was thrown, as text; empty when it has none, or reading it throws. */
export function stackOf(thrown: unknown): string {
  try {
    if (typeof thrown !== "object" || thrown === null) return "";
    const { stack, __oni_stack: ofStratified } = thrown as { stack?: unknown; __oni_stack?: unknown };
    // StratifiedJS empties the engine's stack, and says its own with the message.
    return textOf(stack === "" && typeof ofStratified === "object" ? `${thrown as Error}` : stack);
  } catch {
    return "";
  }
}

/** The place that an engine names which cannot read a file: at the head of the stack, or as what JavaScriptCore has beside it. */
export function placeOfSyntaxError(error: SyntaxError): Frame | null {
  const match = /^((?:\/|[A-Za-z]:[\\/]|file:\/\/)[^\n]*?):(\d+)(?::\d+)?\n/.exec(stackOf(error));
  if (match !== null) return { file: toPath(match[1]!), line: Number(match[2]) };
  const { line, sourceURL } = error as { line?: unknown; sourceURL?: unknown };
  return typeof line === "number" && typeof sourceURL === "string" ? { file: toPath(sourceURL), line } : null;
}

/** Some Nodes put the place and the line of the source before what cannot be read there. */
function messageOf({ message }: Error): string {
  const told = /^(?:\/|[A-Za-z]:[\\/])[^\n]*:\d+\n[^]*\n(?:SyntaxError: )?([^\n]+)$/.exec(message);
  return told === null ? message : told[1]!;
}

/** One line that says what was thrown, without the full stop that it may end with. */
export function sayThrown(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? `${thrown.name}: ${messageOf(thrown)}` : String(thrown);
    return text
      .split("\n")[0]!
      .slice(0, 300)
      .replace(/([^.]|^)\.+$/, "$1");
  } catch {
    return "something that cannot be shown";
  }
}

function textOf(stack: unknown): string {
  return typeof stack === "string" ? stack.slice(0, 20_000) : "";
}

function toPath(location: string): string {
  if (location.indexOf("file://") !== 0) return location;
  try {
    return decodeURIComponent(location.slice("file://".length));
  } catch {
    return location;
  }
}
