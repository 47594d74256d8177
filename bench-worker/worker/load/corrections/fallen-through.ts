import { framesOf, stackOf, type Frame } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";
import { inPattern, NAME } from "../../../../analysis/source/in-pattern.ts";
import type { Shape } from "../stand-ins.ts";

/** Lines before a `throw` in which the kinds are looked for that something may be of. */
const LINES_BEFORE = 20;
/** What is asked of, by its name. */
const ASKED = `(${NAME})`;

/** How a text asks of what kind something is, and what is of it. */
const KINDS: readonly { readonly asks: string; readonly shapeFor: (name: string) => Shape }[] = [
  { asks: String.raw`typeof\s+${ASKED}\s*===?\s*["'\x60]string["'\x60]`, shapeFor: (value) => ({ value }) },
  { asks: String.raw`\bisString\(\s*${ASKED}\s*\)`, shapeFor: (value) => ({ value }) },
  { asks: String.raw`\bArray\.isArray\(\s*${ASKED}\s*\)`, shapeFor: () => ({ make: "list" }) },
  {
    asks: String.raw`\b(?:Buffer\.isBuffer|ArrayBuffer\.isView|isUint8Array)\(\s*${ASKED}\s*\)`,
    shapeFor: () => ({ make: "buffer" }),
  },
  {
    asks: String.raw`(?<![\p{ID_Continue}$.])${ASKED}\s+instanceof\s+(?:Buffer|Uint8Array)\b`,
    shapeFor: () => ({ make: "buffer" }),
  },
  { asks: String.raw`\bswitch\s*\(\s*typeof\s+${ASKED}\s*\)`, shapeFor: (value) => ({ value }) },
  { asks: String.raw`typeof\s+${ASKED}\s*===?\s*["'\x60]number["'\x60]`, shapeFor: () => ({ value: 1 }) },
];

/**
 * What a made-up value is to be that was of none of the kinds that a function takes: `if (typeof input === "string") return …; throw
 * new TypeError("Unsupported")`. The value goes by the name that the parameter has, or that the caller gives as that parameter.
 *
 * @param textOf The text of a file in a stack trace; null where it is not to be had.
 */
export function fallenThrough(
  error: unknown,
  textOf: (file: string) => string | null,
): { readonly name: string; readonly shape: Shape } | undefined {
  const [frame, caller] = framesOf(stackOf(error));
  const lines = frame === undefined ? undefined : textOf(frame.file)?.split("\n");
  if (frame === undefined || lines === undefined) return undefined;
  const before = chainBefore(lines.slice(Math.max(0, frame.line - 1 - LINES_BEFORE), frame.line - 1));
  if (!isLeftOver(lines[frame.line - 1] ?? "", before.at(-1) ?? "")) return undefined;
  for (const { asks, shapeFor } of KINDS) {
    const pattern = new RegExp(asks, "u");
    const at = before.findLastIndex((line) => pattern.test(line));
    const name = pattern.exec(before[at] ?? "")?.[1];
    if (name === undefined || asksOfOthers(before.slice(at + 1), name)) continue;
    const given = argumentFor(name, before, caller, textOf) ?? name;
    return { name: `*.${given}`, shape: shapeFor(given) };
  }
  return undefined;
}

/** Whether something else is asked for between the question and the `throw`, which is about that then. */
function asksOfOthers(lines: readonly string[], name: string): boolean {
  const own = new RegExp(String.raw`(?<![\p{ID_Continue}$.])${inPattern(name)}(?![\p{ID_Continue}$])`, "u");
  return lines.some((line) => /\b(?:if|switch|while|for)\s*\(/.test(line) && !own.test(line));
}

/** The lines in front of a `throw` with which its chain of questions begins: what waits, or asks nothing and leaves, stands before it. */
function chainBefore(lines: readonly string[]): readonly string[] {
  const other = lines.findLastIndex(
    (line) =>
      /\b(?:await|yield)\b|\?[^.?](?:[^?:]|\?[.?])*:|^\s*(?:const|let|var)\b/.test(line) &&
      !/^\s*(?:(?:\}\s*)?else\s+)?if\b|^\s*case\b/.test(line),
  );
  // The head of the function names what is asked of.
  return /=>\s*(?:\{\s*)?$|\bfunction\b/.test(lines[other] ?? "")
    ? lines.slice(other)
    : lines.slice(other + 1);
}

/** Whether a line throws for all that was of no kind before it: not behind an `if` of its own. */
function isLeftOver(line: string, previous: string): boolean {
  if (!/^\s*(?:(?:\}\s*)?else\s*(?:\{\s*)?|default\s*:\s*)?throw\b/.test(line)) return false;
  if (/\b(?:else|default)\b/.test(line) || /\belse\s*(?:\{\s*)?$/.test(previous)) return true;
  return !/[{(,)]\s*$/.test(previous);
}

/** What the caller gives as the first parameter, where that is what a function asks of: `options.secret` of `toBytes(options.secret)`. */
function argumentFor(
  parameter: string,
  before: readonly string[],
  caller: Frame | undefined,
  textOf: (file: string) => string | null,
): string | undefined {
  const first = new RegExp(
    String.raw`\(\s*${inPattern(parameter)}(?![\p{ID_Continue}$])[^()]*\)\s*(?::[^{}=]+)?(?:=>|\{)`,
    "u",
  );
  if (caller === undefined || !before.some((line) => first.test(line))) return undefined;
  const text = textOf(caller.file) ?? "";
  const line = text.split("\n")[caller.line - 1]?.slice(caller.column - 1) ?? "";
  const given =
    /^[\p{ID_Continue}$.]*\(\s*((?:[\p{ID_Continue}$#]+\s*[?!]?\.\s*)*[\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:!\s*)?[,)]/u.exec(
      line,
    )?.[1];
  return given === undefined ? undefined : lastName(takenFrom(given, text));
}

/** What a variable is another name of: `options.salt` of `const salted = options.salt ?? DEFAULT`. */
function takenFrom(variable: string, text: string): string {
  const taken = String.raw`\b(?:const|let|var)\s+${inPattern(variable)}\s*=\s*((?:[\p{ID_Continue}$]+\s*\??\.\s*)*[\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:\?\?|\|\||[;,\n])`;
  return new RegExp(taken, "u").exec(text)?.[1] ?? variable;
}
