import { parametersOf } from "../entries/parameters.ts";
import { findFunctions } from "../functions/find.ts";
import type { FoundFunction, Target } from "../functions/found.ts";
import { spanText } from "../functions/scan.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { Language, Parameter } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";
import { Edits } from "../steering/edits.ts";

/**
 * The name that a text calls with what it has made of a link: its number; the function, or the object or class that has
 * it; how the function is read off that; and of one that is assigned to a member, what it is a member of.
 */
export const MADE = "__asyncCostMade";

/** A function that stands around another, or the one that is wanted, as a text hands it over. */
export interface Link {
  /** For the user: `createStore`, `Store.open`; the line where it has no name. */
  readonly name: string;
  readonly line: number;
  /** What the variable or member that it is given to names it; null where it has a name of its own, or none. */
  readonly ownName: string | null;
  /** What is handed over: itself, or the object or class that has it. */
  readonly holder: "none" | "object" | "class";
  /** Of a class: it is a member of the class itself, and not of its instances. */
  readonly isStatic: boolean;
  /** Of a class: it is run by constructing an instance. */
  readonly isConstructor: boolean;
  /** What it is a member of is constructed, by what is handed over with it. */
  readonly isOfPrototype: boolean;
  /** It is a function whose `this` is the object that it is to set up. */
  readonly setsUpThis: boolean;
  readonly parameters: readonly Parameter[];
}

/** A text that hands over a function as it makes it, wherever in it that stands. */
export interface Making {
  readonly text: string;
  /** Code behind the last line. */
  readonly appended: string;
  /** The functions around it, the outermost first, and at last itself. */
  readonly links: readonly Link[];
}

/**
 * Rewrites a text so that it hands over the function that starts at `start`, and those around it, as they are made: each
 * line stays on its line. Undefined where no function starts there, one around it is a generator, which comes to nothing by a call
 * alone, or one of them is not to be named.
 */
export function makingOf(text: string, language: Language, start: number): Making | undefined {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const { functions } = view;
  const wanted = functions.findIndex((found) => tokens.starts[found.start] === start);
  if (wanted < 0) return undefined;
  const indices: number[] = [];
  for (let at = wanted; at >= 0; at = functions[at]!.parent) indices.unshift(at);
  const around = indices.slice(0, -1).map((index) => functions[index]!);
  if (around.some((found) => found.isGenerator)) return undefined;
  const edits = new Edits(tokens);
  const counter = new LineCounter(text, tokens.bytes);
  const links: Link[] = [];
  let appended = "";
  for (const [at, index] of indices.entries()) {
    const found = functions[index]!;
    const { line } = counter.positionAt(tokens.starts[found.start]!);
    const link = linkOf(view, index, line);
    if (link === undefined) return undefined;
    links.push(link);
    const behind = handOver(view, found, at, link, edits);
    if (behind === undefined) return undefined;
    appended += behind;
  }
  return { text: edits.apply(), appended, links };
}

function linkOf(view: FileView, index: number, line: number): Link | undefined {
  const found = view.functions[index]!;
  const member = memberOf(found);
  if (member?.key.computed === true) return undefined;
  const name = nameOf(view, found);
  const body = spanText(view.tokens, found.body);
  return {
    name: name === "" ? `the function at line ${line}` : name,
    line,
    ownName:
      found.nameToken >= 0
        ? null
        : (/(?<![\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.exec(name)?.[0] ?? null),
    holder: member?.holder.kind ?? "none",
    isStatic: member?.isStatic ?? false,
    isConstructor: found.form === "constructor",
    isOfPrototype: prototypeOf(view, found) !== undefined,
    setsUpThis: found.form === "function" && /^\p{Lu}/u.test(name) && /\bthis\./.test(body),
    parameters: parametersOf(view, { index, pattern: "callbacks", completion: "promise" }),
  };
}

/** What it is a member of, where that is written around it. */
function memberOf({ target, form }: FoundFunction): Extract<Target, { kind: "member" }> | undefined {
  if (target?.kind !== "member") return undefined;
  // An arrow's `this` is not the object that it is a member of.
  return form === "arrow" && target.holder.kind === "object" ? undefined : target;
}

function nameOf(view: FileView, { nameToken, target }: FoundFunction): string {
  if (nameToken >= 0) return textAt(view, nameToken);
  if (target?.kind === "variable") return textAt(view, target.nameToken);
  if (target?.kind === "assignment") return spanText(view.tokens, target.left);
  if (target?.kind !== "member") return "";
  const { holder, key } = target;
  const of = holder.nameToken >= 0 ? `${textAt(view, holder.nameToken)}.` : "";
  return of + spanText(view.tokens, key);
}

/** `Store` of `Store.prototype.get = function () {…}`, and of `Store.prototype[Symbol.asyncDispose] = …`. */
function prototypeOf(view: FileView, { target }: FoundFunction): string | undefined {
  if (target?.kind !== "assignment") return undefined;
  return MEMBER_OF_PROTOTYPE.exec(spanText(view.tokens, target.left))?.[1];
}

const MEMBER_OF_PROTOTYPE = /^([\p{ID_Continue}$.]+)\.prototype(?:\.[\p{ID_Continue}$]+|\[[^[\]]*\])$/u;

/** `api` of `api.get = function () {…}`. */
function ownerOf(view: FileView, { target, form }: FoundFunction): string | undefined {
  if (target?.kind !== "assignment" || form === "arrow") return undefined;
  return /^([\p{ID_Continue}$.]+)\.[\p{ID_Continue}$]+$/u.exec(spanText(view.tokens, target.left))?.[1];
}

/** Has the text hand over a link; gives what has to stand behind the text for it. Undefined where it cannot. */
function handOver(
  view: FileView,
  found: FoundFunction,
  at: number,
  link: Link,
  edits: Edits,
): string | undefined {
  const member = memberOf(found);
  if (member !== undefined) return handOverHolder(view, found, member, at, edits);
  if (found.isDeclaration) {
    if (found.nameToken < 0) return undefined;
    const call = `;${MADE}(${at},${textAt(view, found.nameToken)});`;
    const block = braceAround(view, found.start);
    if (block === undefined) return call;
    if (isOfSwitch(view, block)) return undefined;
    edits.insertBehind(lastDirective(view, block), call);
    return "";
  }
  // An arrow that is handed over is no constructor.
  if (textAt(view, found.start - 1) === "new") return undefined;
  const owner = prototypeOf(view, found) ?? ownerOf(view, found);
  const isNamed = owner !== undefined && !/^(?:module|exports)\b/.test(owner);
  edits.wrap(found.start, found.end, `${MADE}(${at},`, `${isNamed ? `,null,()=>${owner}` : ""})`);
  return link.isConstructor ? undefined : "";
}

function handOverHolder(
  view: FileView,
  found: FoundFunction,
  { key, holder }: Extract<Target, { kind: "member" }>,
  at: number,
  edits: Edits,
): string | undefined {
  const { tokens } = view;
  const open = braceAround(view, holder.kind === "object" ? key.start : found.start);
  if (open === undefined) return undefined;
  const text = spanText(tokens, key);
  const isName =
    tokens.kinds[key.start]! <= TokenKind.Keyword || tokens.kinds[key.start] === TokenKind.PrivateName;
  const read = `(made)=>made${isName ? `.${text}` : `[${text}]`}`;
  if (holder.kind === "object") edits.wrap(open, tokens.match[open]! + 1, `${MADE}(${at},`, `,${read})`);
  else edits.insertBehind(open, `static{${MADE}(${at},this,${read});}`);
  return "";
}

/** The brace of the literal, class, block or body that a token stands in; undefined where there is none. */
function braceAround(view: FileView, token: number): number | undefined {
  const { tokens } = view;
  for (let at = token - 1; at >= 0; at--) {
    const partner = tokens.match[at]!;
    if (partner >= 0 && partner < at) at = partner;
    else if (partner > at) return textAt(view, at) === "{" ? at : undefined;
  }
  return undefined;
}

/** Whether a brace is that of `switch (…) {`, where no statement may stand. */
function isOfSwitch(view: FileView, brace: number): boolean {
  const open = textAt(view, brace - 1) === ")" ? view.tokens.match[brace - 1]! : -1;
  return open > 0 && textAt(view, open - 1) === "switch";
}

/** The last token of what has to stand first in a body: `"use strict";`. */
function lastDirective(view: FileView, open: number): number {
  const { tokens } = view;
  let at = open;
  while (tokens.kinds[at + 1] === TokenKind.String) {
    const behind = textAt(view, at + 2);
    const between = tokens.text.slice(tokens.ends[at + 1], tokens.starts[at + 2]);
    // Else it begins an expression: `"get post".split(" ")`.
    const isWhole =
      behind === ";" || behind === "}" || (between.includes("\n") && /^[\p{ID_Start}$_"'{]/u.test(behind));
    if (!isWhole || /^(?:in|instanceof)$/.test(behind)) return at;
    at += behind === ";" ? 2 : 1;
  }
  return at;
}
