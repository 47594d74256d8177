import type { Node } from "../../instrument/tree.ts";
import { lastName } from "../io/last-name.ts";
import { shapeOf } from "../load/corrections/of-type.ts";
import { KEYS_AT_MOST, type Shape } from "../../contract/fact.ts";
import type { Condition } from "./conditions.ts";
import {
  constantOf,
  followed,
  functionOf,
  keysOf,
  listOf,
  onlyValueOf,
  valueOfGiven,
  type Constant,
} from "./constants.ts";
import { memberName, plain, within, type Expression } from "./expression.ts";
import { standInNameOf } from "./value-name.ts";

/** What a value would have to be for a condition to be otherwise. */
export interface Wish {
  /** Of the stand-in, see {@link standInNameOf}. */
  readonly name: string;
  readonly shape: Shape;
  /** How much it says: 0 a value or a kind, 1 that it is not so or is nothing, 2 that it is there, as stand-ins are anyway. */
  readonly rank: 0 | 1 | 2;
  /** The keys of which it is one, where there are several. */
  readonly among?: readonly string[];
}

/** So many functions, getters and variables are gone into that have a condition for a value. */
const DEEP_AT_MOST = 6;

/** What would have had a condition be otherwise: what says most first, in the order of the text. */
export function wishesOf(condition: Condition): Wish[] {
  const wishes =
    "test" in condition
      ? wanted(condition.test, !condition.was, DEEP_AT_MOST)
      : condition.others.flatMap((one) => equal(condition.switched, constantOf(one)));
  return wishes.sort((a, b) => a.rank - b.rank);
}

/** What would make a condition true, or false. */
function wanted(expression: Expression, want: boolean, depth: number): Wish[] {
  const test = plain(expression);
  const { node } = test;
  if (depth === 0) return [];
  const of = (key: string, isTrue: boolean): Wish[] => wanted(within(test, key), isTrue, depth);
  switch (node.type) {
    case "UnaryExpression":
      return node["operator"] === "!" ? of("argument", !want) : [];
    case "LogicalExpression":
      return node["operator"] === "??" ? of("left", want) : [...of("left", want), ...of("right", want)];
    case "BinaryExpression":
      return compared(test, want);
    case "CallExpression":
      return called(test, want, depth);
    case "AwaitExpression": {
      const waitedFor = plain(within(test, "argument"));
      return waitedFor.node.type === "CallExpression"
        ? called(waitedFor, want, depth, true)
        : truth(test, want, depth);
    }
    default:
      return truth(test, want, depth);
  }
}

/** What makes a value true, or false: where it is that of another condition, that. */
function truth(expression: Expression, want: boolean, depth: number): Wish[] {
  const source = followed(expression);
  if (source.node !== expression.node && CONDITIONS.has(source.node.type))
    return wanted(source, want, depth - 1);
  const { node } = source;
  if (node.type === "MemberExpression") {
    const ofLength = memberName(node) === "length" && want ? toList(within(source, "object")) : [];
    if (ofLength.length > 0) return ofLength;
    const getter = functionOf(source);
    const given = getter === undefined ? undefined : onlyValueOf(getter);
    if (given !== undefined) return wanted(given, want, depth - 1);
  }
  const found = want ? lookedUp(source) : [];
  if (found.length > 0) return found;
  return want ? toBeThere(expression) : toBe(expression, { value: false }, 1);
}

/** What is looked up in an object or a map that stands in the text, `HANDLERS[job.name]`, is to be there: its key is the first. */
export function lookedUp(expression: Expression): Wish[] {
  const one = followed(expression);
  const { node } = one;
  if (node.type === "CallExpression") {
    const callee = plain(within(one, "callee"));
    const [key] = node["arguments"] as Node[];
    const isGot = callee.node.type === "MemberExpression" && memberName(callee.node) === "get";
    return isGot && key !== undefined ? toBeKey({ ...one, node: key }, keysOf(within(callee, "object"))) : [];
  }
  if (node.type !== "MemberExpression" || node["computed"] !== true) return [];
  return toBeKey(within(one, "property"), keysOf(within(one, "object")));
}

function toBeKey(key: Expression, keys: readonly string[] | null): Wish[] {
  const [first, ...others] = keys ?? [];
  if (first === undefined) return [];
  const wishes = toBe(key, { value: first }, 0);
  return others.length === 0
    ? wishes
    : wishes.map((wish) => ({ ...wish, among: keys!.slice(0, KEYS_AT_MOST) }));
}

const CONDITIONS = new Set([
  "AwaitExpression",
  "BinaryExpression",
  "UnaryExpression",
  "LogicalExpression",
  "CallExpression",
  "MemberExpression",
]);

function toBe(
  of: Expression,
  shape: Shape | ((name: string) => Shape | null) | null,
  rank: Wish["rank"],
): Wish[] {
  const name = standInNameOf(of);
  if (name === undefined) return [];
  const made = typeof shape === "function" ? shape(name.replace(/^\*\./, "")) : shape;
  return made === null ? [] : [{ name, shape: made, rank }];
}

const THERE: Shape = { make: "fake" };

/** A parameter or a member may be nothing; a variable, and what a call gives, is a stand-in already, if it may be one. */
function toBeThere(of: Expression): Wish[] {
  return toBe(of, THERE, 2).filter(({ name }) => !/^\*\.|\)$/.test(name));
}

function toList(of: Expression): Wish[] {
  return toBe(of, { make: "list" }, 0);
}

function compared(test: Expression, want: boolean): Wish[] {
  const operator = String(test.node["operator"]);
  const [left, right] = [plain(within(test, "left")), plain(within(test, "right"))];
  if (operator === "instanceof") return want ? toBe(left, instanceOf(right), 0) : [];
  if (operator === "in") return isIn(left, right, want);
  const constant = constantOf(right);
  if (constant !== null) return comparedWith(left, operator, constant.value, want);
  const first = constantOf(left);
  if (first !== null) return comparedWith(right, FLIPPED[operator] ?? operator, first.value, want);
  const isAlike = /^[!=]==?$/.test(operator) && operator.startsWith("=") === want;
  return isAlike ? toBeAlike(left, right) : [];
}

/** Two values that are to be the same: both are what is made by the name of one of them, of the parameter where one is. */
function toBeAlike(left: Expression, right: Expression): Wish[] {
  const both = [left, right].map(withoutText);
  const [one, other] = both.map(standInNameOf);
  if (one === undefined || other === undefined) return [];
  const name = lastName(/[.(]/.test(other) ? one : other);
  const isText = both[0] !== left || both[1] !== right;
  const isNumber = !isText && /^(?:n|\w*(?:_?id|Id|ID|size|length|count|number))$/.test(name);
  return both.flatMap((each) => toBe(each, { value: isNumber ? 1 : name }, 0));
}

/** What is made a text of, or another of its kind: `owner` of `owner.toString()`, `String(owner)`. */
function withoutText(expression: Expression): Expression {
  const { node } = expression;
  if (node.type !== "CallExpression") return expression;
  const callee = plain(within(expression, "callee"));
  const [first] = node["arguments"] as Node[];
  if (callee.node["name"] === "String" && first !== undefined) return plain({ ...expression, node: first });
  const isText = callee.node.type === "MemberExpression" && MAKES_TEXT.has(memberName(callee.node) ?? "");
  return isText && first === undefined ? plain(within(callee, "object")) : expression;
}

const MAKES_TEXT: ReadonlySet<string> = new Set([
  "toString",
  "toHexString",
  "toLowerCase",
  "toUpperCase",
  "trim",
]);

const FLIPPED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

function instanceOf(of: Expression): (name: string) => Shape | null {
  const { name } = of.node;
  return (standIn) => {
    if (typeof name !== "string" || of.tree.variableOf(of.node) !== undefined) return null;
    return name === "Function" ? THERE : shapeOf(name, standIn);
  };
}

/** `"id" in options`, `method in HANDLERS` */
function isIn(key: Expression, holder: Expression, want: boolean): Wish[] {
  if (!want) return [];
  const constant = constantOf(key);
  if (constant === null) return toBeKey(key, keysOf(holder));
  const name = standInNameOf(holder);
  return name === undefined ? [] : [{ name: `${name}.${String(constant.value)}`, shape: THERE, rank: 2 }];
}

function comparedWith(value: Expression, operator: string, constant: Constant, want: boolean): Wish[] {
  const { node } = value;
  const isEquality = /^[!=]==?$/.test(operator);
  if (isEquality && node.type === "UnaryExpression" && node["operator"] === "typeof")
    return ofType(within(value, "argument"), String(constant), operator.startsWith("=") === want);
  const found = placeInList(value);
  if (found !== null && holds(0, operator, constant) === want)
    return toBe(found.item, shapeOfConstant(found.first), 0);
  const isLength = node.type === "MemberExpression" && memberName(node) === "length";
  if (isLength && typeof constant === "number") {
    if (holds(2, operator, constant) === want) return toList(within(value, "object"));
    const fewer = [1, 0].find((items) => holds(items, operator, constant) === want);
    return fewer === undefined ? [] : toBe(value, { value: fewer }, 1);
  }
  if (!isEquality) return inRange(value, operator, constant, want);
  if (operator.startsWith("=") === want) return equal(value, { value: constant });
  if (constant == null) {
    const found = lookedUp(value);
    return found.length > 0 ? found : toBeThere(value);
  }
  if (typeof constant === "boolean") return toBe(value, { value: !constant }, 1);
  return constant === 0 ? toBe(value, { value: 1 }, 1) : [];
}

/** The shape of a value that stands in the source. */
function shapeOfConstant(constant: Constant): Shape {
  if (constant === undefined) return { make: "nothing" };
  return typeof constant === "bigint" ? { make: "bigint" } : { value: constant };
}

function equal(value: Expression, constant: { readonly value: Constant } | null): Wish[] {
  if (constant === null) return [];
  return toBe(value, shapeOfConstant(constant.value), constant.value == null ? 1 : 0);
}

function ofType(value: Expression, type: string, want: boolean): Wish[] {
  if (type === "undefined") return want ? toBe(value, { make: "nothing" }, 1) : toBeThere(value);
  if (type === "function") return toBe(value, want ? THERE : { make: "object" }, 0);
  return want ? toBe(value, (name) => shapeOf(type, name), 0) : toBe(value, THERE, 2);
}

/** `KINDS.indexOf(kind)`: what is looked for, and the first of the list. */
function placeInList(value: Expression): { readonly item: Expression; readonly first: Constant } | null {
  if (value.node.type !== "CallExpression") return null;
  const callee = plain(within(value, "callee"));
  const [item] = value.node["arguments"] as Node[];
  if (callee.node.type !== "MemberExpression" || memberName(callee.node) !== "indexOf" || item === undefined)
    return null;
  const list = listOf(within(callee, "object"));
  return list === null ? null : { item: { ...value, node: item }, first: list[0] };
}

/** What an answer of HTTP is told by. */
const STATUS = /(?:^|\.)(?:status|\w*status_?code)$/i;

/** A number of that range; an answer of HTTP went well. */
function inRange(value: Expression, operator: string, bound: Constant, want: boolean): Wish[] {
  if (typeof bound !== "number") return [];
  return toBe(
    value,
    (name) => {
      const usual = STATUS.test(name) ? [200] : [1, 0];
      const number = [...usual, bound, bound + 1, bound - 1].find(
        (one) => holds(one, operator, bound) === want,
      );
      return number === undefined ? null : { value: number };
    },
    0,
  );
}

function holds(value: number, operator: string, constant: Constant): boolean {
  const other = Number(constant);
  switch (operator) {
    case "<":
      return value < other;
    case "<=":
      return value <= other;
    case ">":
      return value > other;
    case ">=":
      return value >= other;
    case "==":
    case "===":
      return value === other;
    default:
      return value !== other;
  }
}

/** Functions that tell of what kind a value is, by their names: `isPlainObject`, `_.isString`, `Number.isInteger`, `Buffer.isBuffer`. */
const IS_KIND =
  /^is_?(?:[Pp]lain|[Nn]onEmpty|[Vv]alid|[Ss]afe)?_?([Oo]bject|[Ss]tring|[Nn]umber|[Ii]nteger|[Ff]inite|[Bb]oolean|[Bb]uffer|[Aa]rray|[Ff]unction)$/;

const TYPE_OF_KIND: Readonly<Record<string, string>> = { finite: "number", buffer: "Buffer" };

function called(call: Expression, want: boolean, depth: number, isWaitedFor = false): Wish[] {
  const callee = plain(within(call, "callee"));
  const [first] = call.node["arguments"] as Node[];
  const name = callee.node.type === "MemberExpression" ? memberName(callee.node) : callee.node["name"];
  const given = first === undefined ? undefined : { ...call, node: first };
  if (typeof name === "string" && given !== undefined) {
    if (name === "Boolean") return wanted(given, want, depth - 1);
    const kind = IS_KIND.exec(name)?.[1]?.toLowerCase();
    if (kind !== undefined && want) return ofType(given, TYPE_OF_KIND[kind] ?? kind, true);
    if (name === "isNaN" && !want) return toBe(given, { value: 1 }, 0);
    if (callee.node.type === "MemberExpression" && want) {
      const asked = asksIn(within(callee, "object"), name, given);
      if (asked.length > 0) return asked;
    }
  }
  if (want && callee.node.type === "MemberExpression" && SEARCHES.has(String(name)) && given !== undefined) {
    const found = foundBy(given, depth - 1);
    if (found.length > 0) return found;
  }
  const got = want ? lookedUp(call) : [];
  if (got.length > 0) return got;
  const own = functionOf(callee);
  const value = own === undefined ? undefined : onlyValueOf(own, isWaitedFor);
  const ofOwn = value === undefined ? [] : wanted({ ...value, below: () => call }, want, depth - 1);
  if (ofOwn.length > 0) return ofOwn;
  return want ? toBeThere(call) : toBe(call, { value: false }, 1);
}

/** Methods of lists that look for an item. */
export const SEARCHES: ReadonlySet<string> = new Set(["find", "findLast", "some"]);

/** What items of a list would have to be so that one is found: `kind` of `tokens.find((token) => token.kind === "github")`. */
function foundBy(given: Expression, depth: number): Wish[] {
  const value = valueOfGiven(given);
  if (value === undefined) return [];
  return wanted({ ...value, below: () => null }, true, depth).map((wish) => ({
    ...wish,
    // An item goes by another name than in the function that looks for it.
    name: wish.name.includes(".") ? `*.${lastName(wish.name)}` : wish.name,
  }));
}

/** What a list, a map or a text is asked for that stands in the text: `KINDS.includes(kind)`, `handlers.has(kind)`, `text.startsWith("<")`. */
function asksIn(holder: Expression, method: string, given: Expression): Wish[] {
  if (method === "includes" || method === "has") {
    const [first] = listOf(holder) ?? [];
    if (first !== undefined) return toBe(given, { value: first as string }, 0);
  }
  if (method === "has") return toBeKey(given, keysOf(holder));
  if (!TEXT_HAS.has(method)) return [];
  const part = constantOf(given);
  return typeof part?.value === "string" ? toBe(holder, { value: part.value }, 0) : [];
}

const TEXT_HAS = new Set(["includes", "startsWith", "endsWith"]);
