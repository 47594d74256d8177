import { NAME } from "../../../analysis/source/in-pattern.ts";
/** What is known of a value by how the source uses it. */
interface Use {
  readonly fields: Map<string, Use>;
  /** Of its items, where it is used as a list. */
  item: Use | null;
  /** Read as an object whose keys nobody names. */
  hasKeys: boolean;
  /** What it is compared with, or is by what it is asked for. */
  value: string | number | boolean | null;
}

const STEP = String.raw`\s*(?:\?\.|!?\.)\s*${NAME}|\s*(?:\?\.)?\[\s*(?:\d+|"[^"\n]*"|'[^'\n]*')\s*\]`;
/** Methods that take a function for each item. */
const EACH =
  /^(?:map|forEach|flatMap|filter|some|every|find|findIndex|findLast|reduce|sort|toSorted|at|slice|join|push|pop|shift|unshift|concat|entries|values|includes|indexOf|length)$/;
const OF_TEXT =
  /^(?:trim|split|toLowerCase|toUpperCase|startsWith|endsWith|replace|replaceAll|substring|substr|match|matchAll|padStart|padEnd|charAt|charCodeAt|localeCompare|normalize|repeat)$/;
const OF_NUMBER = /^(?:toFixed|toPrecision)$/;
const OF_ANYTHING = /^(?:toString|valueOf|hasOwnProperty|then|catch|finally|constructor|toJSON)$/;

/**
 * Where text becomes a value, or a value comes from somewhere: `= JSON.parse(`, `= await load(`. A name is tried from its
 * beginning only, and a type has an end: long literals are gone through once.
 */
const ROOT = new RegExp(
  String.raw`(?:(?:const|let|var)\s+)?((?<![\p{ID_Continue}$])${NAME}|\{[^{}]*\})\s*(?::[^=;\n]{1,90})?=\s*(?:JSON\.parse\s*\(|(?:\(\s*)?await\s+(?!\s)(?=[^;\n]*\())`,
  "gu",
);
const PATH = new RegExp(String.raw`(?<![\p{ID_Continue}$.])(${NAME})((?:${STEP})+)`, "gu");
const STEPS = new RegExp(String.raw`${NAME}|\d+|"[^"\n]*"|'[^'\n]*'`, "gu");
const CALLBACK = new RegExp(
  String.raw`^\s*\(\s*(?:async\s*)?(?:function\s*\(\s*)?(?:\(\s*){0,2}(${NAME}|\{[^{}]*\})`,
  "u",
);
const COMPARED = /^\s*[=!]==?\s*(?:"([^"\n]*)"|'([^'\n]*)'|(-?\d+)(?![\d.])|(true|false)\b)/;

/** A variable of which no member is read. */
const BARE = new RegExp(
  String.raw`(?<![\p{ID_Continue}$.])${NAME}(?![\p{ID_Continue}$]|\s*(?:[.[(=]|\?\.))`,
  "gu",
);

/** Passes over the text: aliases of aliases are known after the next. */
const PASSES = 3;
const DEEPEST = 6;

/**
 * A JSON text that has what the source reads of what it parses: of `const page = JSON.parse(text)` and
 * `page.days.map((day) => day.low)` that is `{"days":[{"low":"low"}]}`. What is parsed in several places is one, with all
 * that is read of any; so is what somebody else may have parsed, `= await load(`, unless one is a list and the other is none.
 */
export function jsonOfUse(text: string): string {
  const root = newUse();
  const aliases = new Map<string, Use>();
  const ofOthers = newUse();
  for (const [whole, target = ""] of text.matchAll(ROOT)) {
    name(target, /JSON\.parse\s*\($/.test(whole) ? root : ofOthers, aliases);
  }
  for (const { 0: whole, index } of text.matchAll(/JSON\.parse\s*\((?:[^()]|\([^()]*\))*\)/g)) {
    const behind = text.slice(index + whole.length);
    const path = new RegExp(`^(?:${STEP})+`, "u").exec(behind)?.[0];
    if (path !== undefined) follow(root, path, behind.slice(path.length), aliases);
  }
  for (let pass = 0; pass < PASSES; pass++) {
    for (const { 0: whole, 1: variable = "", 2: path = "", index } of text.matchAll(PATH)) {
      const use = aliases.get(variable);
      if (use === undefined) continue;
      const end = follow(use, path, text.slice(index + whole.length, index + whole.length + 200), aliases);
      const before = text.slice(Math.max(0, index - 120), index);
      asAssigned(end, before, aliases);
    }
    for (const { 0: variable, index } of text.matchAll(BARE)) {
      const use = aliases.get(variable);
      if (use !== undefined) asAssigned(use, text.slice(Math.max(0, index - 120), index), aliases);
    }
  }
  return JSON.stringify(valueOf(joined(root, ofOthers), "item", 0));
}

/** Both in one; the former where one is a list and the other has fields. */
function joined(one: Use, other: Use): Use {
  if (!isRead(one)) return other;
  if (!isRead(other) || (one.item === null) !== (other.item === null)) return one;
  for (const [key, use] of other.fields) {
    const own = one.fields.get(key);
    one.fields.set(key, own === undefined ? use : joined(own, use));
  }
  if (one.item !== null && other.item !== null) one.item = joined(one.item, other.item);
  one.hasKeys ||= other.hasKeys;
  one.value ??= other.value;
  return one;
}

function isRead({ fields, item, hasKeys, value }: Use): boolean {
  return fields.size > 0 || item !== null || hasKeys || value !== null;
}

function newUse(): Use {
  return { fields: new Map(), item: null, hasKeys: false, value: null };
}

/** A variable, or several that an object pattern takes out, stand for a value. */
function name(target: string, use: Use, aliases: Map<string, Use>): void {
  if (!target.startsWith("{")) {
    if (!aliases.has(target)) aliases.set(target, use);
    return;
  }
  const taken = target
    .slice(1, -1)
    .matchAll(
      new RegExp(String.raw`(?<![\p{ID_Continue}$.])(${NAME})(?:\s*:\s*(${NAME}))?\s*(?=[,=]|$)`, "gu"),
    );
  for (const [, key = "", alias = key] of taken) {
    const field = fieldOf(use, key);
    if (!aliases.has(alias)) aliases.set(alias, field);
  }
}

/** Goes along `.a.b[0]`; `behind` is what the text goes on with. Gives what the path ends at. */
function follow(from: Use, path: string, behind: string, aliases: Map<string, Use>): Use {
  let use = from;
  for (const [step] of path.matchAll(STEPS)) {
    const key = step.replace(/^["']|["']$/g, "");
    const isNamed = /^["']/.test(step);
    if (/^\d+$/.test(step)) use = itemOf(use);
    else if (isNamed) use = fieldOf(use, key);
    else if (EACH.test(key)) {
      const item = itemOf(use);
      const parameter = CALLBACK.exec(behind)?.[1];
      const isCalled = behind.trimStart().startsWith("(");
      if (isCalled && parameter !== undefined && /=>|function/.test(behind)) name(parameter, item, aliases);
      return /^(?:find|findLast|at|pop|shift)$/.test(key) ? item : newUse();
    } else if (OF_TEXT.test(key)) {
      use.value ??= "text";
      return newUse();
    } else if (OF_NUMBER.test(key)) {
      use.value ??= 1;
      return newUse();
    } else if (OF_ANYTHING.test(key)) return newUse();
    else use = fieldOf(use, key);
  }
  const compared = COMPARED.exec(behind);
  if (compared !== null) {
    const [, double, single, number, truth] = compared;
    use.value ??= double ?? single ?? (number === undefined ? truth === "true" : Number(number));
  }
  return use;
}

/** `const a = `, `for (const a of `, `Object.keys(`, `[...`: what stands before tells what it is taken for. */
function asAssigned(use: Use, before: string, aliases: Map<string, Use>): void {
  const looped = new RegExp(String.raw`\bof\s+$`, "u").test(before)
    ? new RegExp(String.raw`((?<![\p{ID_Continue}$])${NAME}|\{[^{}]*\})\s+of\s+$`, "u").exec(before)?.[1]
    : undefined;
  if (looped !== undefined) {
    name(looped, itemOf(use), aliases);
    return;
  }
  if (/Object\.(?:keys|values|entries)\(\s*$/.test(before)) {
    use.hasKeys = true;
    return;
  }
  if (/\[\s*\.\.\.$/.test(before)) itemOf(use);
  const assigned = new RegExp(
    String.raw`(?:const|let|var)\s+(${NAME}|\{[^{}]*\})\s*(?::[^=;\n]+)?=\s*$`,
    "u",
  ).exec(before)?.[1];
  if (assigned !== undefined) name(assigned, use, aliases);
}

function fieldOf(use: Use, key: string): Use {
  let field = use.fields.get(key);
  if (field === undefined) use.fields.set(key, (field = newUse()));
  return field;
}

function itemOf(use: Use): Use {
  return (use.item ??= newUse());
}

function valueOf(use: Use, key: string, depth: number): unknown {
  if (depth > DEEPEST) return key;
  if (use.fields.size > 0) {
    return Object.fromEntries([...use.fields].map(([field, of]) => [field, valueOf(of, field, depth + 1)]));
  }
  if (use.item !== null) return [valueOf(use.item, "item", depth + 1)];
  if (use.hasKeys || depth === 0) return use.hasKeys ? { item: "item" } : {};
  return use.value ?? key;
}
