import { types } from "node:util";
import type { OutcomeDifference } from "../../contract/played-scenario.ts";
import { taggedOf, textIn, type Tagged } from "../../contract/recorded-object.ts";
import type { Difference } from "./same-value.ts";

const CHARACTERS_AT_MOST = 60;
const MEMBERS_AT_MOST = 5;
const DEEPEST = 3;

/** The name of what stands for a value; undefined where nothing does. */
type NameOf = (value: unknown) => string | undefined;

/** A value of a call in a few words: `{ id: "a1" }`. It runs nothing of the value's own. */
export function inShort(value: unknown, nameOf?: NameOf): string {
  return shortened(said(value, false, 0, nameOf));
}

/** The same of a recorded one. */
export function recordedInShort(recorded: unknown): string {
  return shortened(said(recorded, true, 0));
}

/** Arguments: `"a1", { limit: 10 }`. */
export function argumentsInShort(given: readonly unknown[], areRecorded: boolean): string {
  return shortened(given.map((one) => said(one, areRecorded, 0)).join(", "));
}

function said(value: unknown, isRecorded: boolean, depth: number, nameOf?: NameOf): string {
  const standsFor = nameOf?.(value);
  if (standsFor !== undefined) return `stand-in for ${standsFor}`;
  if (types.isProxy(value)) return typeof value === "function" ? "a function" : "an object";
  if (typeof value === "string") return JSON.stringify(value.slice(0, CHARACTERS_AT_MOST));
  if (typeof value === "function") return named(value.name);
  if (typeof value !== "object" || value === null) return String(value);
  const tagged = isRecorded ? taggedOf(value) : null;
  if (tagged !== null) return saidTagged(tagged, depth);
  if (types.isDate(value))
    return Number.isNaN(value.getTime()) ? "an invalid date" : Date.prototype.toISOString.call(value);
  if (types.isNativeError(value)) return `${value.name}: ${value.message}`;
  if (depth > DEEPEST) return "…";
  const members = (list: readonly string[], length: number): string =>
    [...list, ...(length > list.length ? ["…"] : [])].join(", ");
  if (Array.isArray(value)) {
    const items = value.slice(0, MEMBERS_AT_MOST).map((one) => said(one, isRecorded, depth + 1, nameOf));
    return `[${members(items, value.length)}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null) {
    const { constructor } = prototype as { constructor?: unknown };
    return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "an object";
  }
  const keys = Object.keys(value);
  const entries = keys.slice(0, MEMBERS_AT_MOST).map((key) => {
    const member: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
    return `${key}: ${said(member, isRecorded, depth + 1, nameOf)}`;
  });
  return entries.length === 0 ? "{}" : `{ ${members(entries, keys.length)} }`;
}

function saidTagged(tagged: Tagged, depth: number): string {
  switch (tagged.$) {
    case "shared":
      return said(tagged["value"], true, depth);
    case "date":
      return said(new Date(Number(tagged["milliseconds"] ?? Number.NaN)), false, depth);
    case "error":
      return `${textIn(tagged, "class")}: ${textIn(tagged, "message")}`;
    case "function":
      return named(textIn(tagged, "name"));
    case "same":
    case "cut":
      return "…";
    default:
      return textIn(tagged, "class") || textIn(tagged, "text") || tagged.$;
  }
}

function named(name: string): string {
  return name === "" ? "a function" : `function ${name}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > CHARACTERS_AT_MOST ? `${line.slice(0, CHARACTERS_AT_MOST)}…` : line;
}

/** Where two outcomes differ, and what each gives there. */
export function differenceInShort({ where, recorded, value }: Difference): OutcomeDifference {
  return { where: where.slice(0, 100), recorded: recordedInShort(recorded), played: inShort(value) };
}
