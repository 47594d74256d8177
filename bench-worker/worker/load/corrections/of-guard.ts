import { inPattern } from "../../../../analysis/source/in-pattern.ts";
import { framesOf, stackOf } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";
import type { Correction } from "./correction.ts";
import { anywhere, FAKE_NAME } from "./fake-name.ts";
import { shapeOf } from "./of-type.ts";

/** A `throw` behind an `if`: the first thing that its condition asks for is to be otherwise. */
export function guard(error: unknown, textOf: (file: string) => string | null): Correction | undefined {
  let looked = 0;
  for (const { file, line } of framesOf(stackOf(error))) {
    const text = textOf(file);
    if (text === null) continue;
    if (++looked > 3) return undefined;
    const before = text
      .split("\n")
      .slice(Math.max(0, line - 6), line)
      .join("\n");
    const open = guardIn(before);
    if (open < 0) continue;
    const condition = before.slice(open + 4).split(/\)\s*(?:\{|throw|return|\n)/)[0]!;
    const correction = renamed(fromCondition(withoutParentheses(condition.replaceAll("#", "_"))), text, line);
    if (correction !== undefined) return correction;
  }
  return undefined;
}

/**
 * The same by the member that a variable took last before that: `error` of `const { data, error: authError } = await …`. One that the
 * text calls, as a logger's, stays what it is.
 */
function renamed(correction: Correction | undefined, text: string, line: number): Correction | undefined {
  const own = correction !== undefined && "name" in correction ? correction.name : "";
  const variable = /^\*\.([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u.exec(own)?.[1];
  if (correction === undefined || variable === undefined) return correction;
  const taken = String.raw`\{[^{}]*?(?<![\p{ID_Continue}$.])([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*:\s*${inPattern(variable)}\s*[,}=]`;
  const before = text.split("\n", line).join("\n");
  const member = [...before.matchAll(new RegExp(taken, "gu"))].at(-1)?.[1];
  const isCalled = member !== undefined && new RegExp(String.raw`(?<!\bconsole)\.${member}\(`).test(text);
  return member === undefined || isCalled ? correction : { ...correction, name: `*.${member}` };
}

/** Where the last `if (` is that is no question whether somebody is there to be told: `if (done) done(new Error("closed"))`. */
function guardIn(before: string): number {
  for (let open = before.lastIndexOf("if ("); open >= 0; open = before.lastIndexOf("if (", open - 1)) {
    const asked =
      /^if \(\s*(?:typeof\s+)?([\p{ID_Continue}$]+)(?![\p{ID_Continue}$])[^()]*\)\s*(?:\{\s*)?(?:return\s+)?([\p{ID_Continue}$]+)\(/u.exec(
        before.slice(open),
      );
    if (asked === null || asked[1] !== asked[2]) return open;
    if (open === 0) break;
  }
  return -1;
}

/** `typeof port !== "number"` of `typeof (port) !== "number"`. */
function withoutParentheses(condition: string): string {
  return condition.replace(/\btypeof\s*\(\s*([\p{ID_Continue}$.]+)\s*\)/gu, "typeof $1");
}

/** Functions that tell of what kind a value is, by their names: `isPlainObject`, `_.isString`, `Number.isInteger`. */
const IS_KIND = String.raw`is_?(?:[Pp]lain|[Nn]onEmpty|[Vv]alid|[Ss]afe)?_?((?:[Oo]bject|[Ss]tring|[Nn]umber|[Ii]nteger|[Bb]oolean|[Bb]uffer))`;

function fromCondition(condition: string): Correction | undefined {
  const compared = new RegExp(
    String.raw`(?<![\p{ID_Continue}$#.-])${FAKE_NAME}\s*(!==?|===?)\s*(?:"([^"]*)"|'([^']*)'|(-?\d+)|(true|false))`,
    "u",
  ).exec(condition);
  if (compared !== null) {
    const [, name = "", operator = "", double, single, number, truth] = compared;
    const typeName = /typeof\s*$/.test(condition.slice(0, compared.index));
    const value = double ?? single ?? (number !== undefined ? Number(number) : truth === "true");
    if (typeName) {
      const wanted = operator.startsWith("!") ? shapeOf(String(value), name) : undefined;
      return wanted === undefined || wanted === null ? undefined : { name: anywhere(name), shape: wanted };
    }
    return operator.startsWith("!") ? { name: anywhere(name), shape: { value } } : undefined;
  }
  if (/^\s*Array\.isArray/.test(condition)) return undefined;
  const [, kind = "", ofKind] =
    new RegExp(String.raw`!\s*(?:[\p{ID_Continue}$]+\.)*${IS_KIND}\(\s*${FAKE_NAME}\s*\)`, "u").exec(
      condition,
    ) ?? [];
  if (ofKind !== undefined) {
    const shape = shapeOf(kind.toLowerCase(), ofKind);
    return shape === null ? undefined : { name: anywhere(ofKind), shape };
  }
  const isArray = new RegExp(String.raw`!Array\.isArray\(${FAKE_NAME}\)`, "u").exec(condition)?.[1];
  if (isArray !== undefined) return { name: anywhere(isArray), shape: { make: "list" } };
  const missing = new RegExp(String.raw`^\s*!\s*${FAKE_NAME}\s*$`, "u").exec(condition)?.[1];
  if (missing?.includes(".") === true) return { name: missing, shape: { make: "fake" } };
  const asked = new RegExp(String.raw`^\s*${FAKE_NAME}(\()?`, "u").exec(condition);
  if (asked === null) return undefined;
  const [, name = "", call] = asked;
  // What is made up is never missing: that branch was not taken.
  if (/^\s*===?\s*(?:null|undefined)\b/.test(condition.slice(asked[0].length))) return undefined;
  const isStatus = STATUS.test(lastName(name)) && RANGE.test(condition);
  const value = isStatus ? 200 : false;
  return { name: anywhere(call === undefined ? name : `${name}()`), shape: { value } };
}

/** What an answer of HTTP is told by, and how ranges of it are asked for. */
const STATUS = /^status$|status_?code$/i;
const RANGE = /[<>]=?\s*\d{3}\b/;
