import path from "node:path";
import type { AsyncFunction, IoCall, IoCallKind } from "../../../analysis/model.ts";
import { handedOnCalls } from "../../../analysis/io-calls/handed-on.ts";
import type { TargetSource } from "../../protocol.ts";
import { aliasesOf, lastName } from "./aliases.ts";

/** Which calls of a name are I/O, as the source uses them. */
export interface IoHints extends ReadonlyMap<string, IoCallKind> {
  /**
   * How the source shows it: `its promise is used in line 12`, of the call at `line` where that shows it, else of the whole `expression`, else of
   * whatever has the name; undefined where it does not.
   */
  why?(name: string, expression: string, line?: number | null): string | undefined;
  /** How an operation answers as the target itself calls it, by its whole expression; undefined where it says nothing. */
  kindHere?(expression: string): IoCallKind | undefined;
  /** The same by whole expressions, where operations of one last name answer in several ways; undefined where none do. */
  readonly byExpression?: ReadonlyMap<string, IoCallKind> | undefined;
  /** Whether what tells how operations of a last name answer is told of this receiver, or of whatever has the name. */
  isOf?(name: string, called: Receiver): boolean;
  /** Whether a call site on that line of a file, of the target's own where none is given, tells how it answers. */
  isAt?(line: number, name: string, file?: string): boolean;
  /** Operations, by their last name, that are given functions which return the promise of a call. */
  readonly handsOn?: ReadonlySet<string>;
  /** Operations, by their last name, that only wait for a function that they are given. */
  readonly helpers?: ReadonlySet<string>;
}

/** What an operation is called on. */
export interface Receiver {
  /** The package that it belongs to; null where that is not known. */
  readonly packageName: string | null;
  /** As {@link receiverIn} has it; null where nothing is known. */
  readonly name: string | null;
}

/** Hints that tell where they come from. */
export class SourceHints extends Map<string, IoCallKind> implements IoHints {
  readonly #whys = new Map<string, string>();
  /** How each expression answers, as it was first seen. */
  readonly #first = new Map<string, IoCallKind>();
  byExpression: Map<string, IoCallKind> | undefined;
  readonly handsOn = new Set<string>();
  readonly helpers = new Set<string>();
  /** What the operations of a last name are called on that are waited for; null where it may be anything. */
  readonly #receivers = new Map<string, Receiver[] | null>();
  readonly #whysOfExpressions = new Map<string, string>();
  /** Of call sites of the target's own file, by line and name. */
  readonly #whysOfPlaces = new Map<string, string>();
  /** Call sites of other files, by file, line and name. */
  readonly #elsewhere = new Set<string>();
  #ofTarget: ReadonlyMap<string, IoCallKind> = new Map();
  /** The same of what is an item of a list: which one makes no difference. */
  #ofItems: ReadonlyMap<string, IoCallKind> = new Map();

  kindHere(expression: string): IoCallKind | undefined {
    const kind = this.#ofTarget.get(expression);
    return kind ?? (ITEM.test(expression) ? this.#ofItems.get(ofAnyItem(expression)) : undefined);
  }

  /** From here on the target's own calls say more than others of the same name. */
  setTarget({ ioCalls, helpers = [] }: Pick<AsyncFunction, "ioCalls" | "helpers">): void {
    const own = [...ioCalls, ...helpers].map(
      ({ expression, kind }) => [withoutThis(expression), kind] as const,
    );
    this.#ofTarget = new Map(own);
    const items = own.filter(([name]) => name.endsWith("]"));
    this.#ofItems = new Map(items.map(([name, kind]) => [ofAnyItem(name), kind]));
  }

  /** Whether the first call site of an expression uses what it gives as a stream. */
  isStreamFirst({ expression, kind }: Pick<IoCall, "expression" | "kind">): boolean {
    const first = this.#first.get(expression) ?? kind;
    this.#first.set(expression, first);
    return first === "stream";
  }

  why(name: string, expression: string, line?: number | null): string | undefined {
    const here = typeof line === "number" ? this.#whysOfPlaces.get(`${line} ${name}`) : undefined;
    return here ?? this.#whysOfExpressions.get(expression) ?? this.#whys.get(name);
  }

  /**
   * Keeps why a whole expression is understood as it is, where it was first.
   *
   * @param line Of the call; null where that is in another file than the target's.
   */
  explain(expression: string, why: string, line: number | null): void {
    const name = withoutThis(expression);
    if (!this.#whysOfExpressions.has(name)) this.#whysOfExpressions.set(name, why);
    if (line !== null) this.#whysOfPlaces.set(`${line} ${lastName(expression) ?? expression}`, why);
  }

  isOf(name: string, called: Receiver): boolean {
    const receivers = this.#receivers.get(name);
    return receivers?.some((one) => isSameReceiver(one, called)) ?? true;
  }

  isAt(line: number, name: string, file = ""): boolean {
    return file === ""
      ? this.#whysOfPlaces.has(`${line} ${name}`)
      : this.#elsewhere.has(`${file}:${line} ${name}`);
  }

  /** Keeps that a call site of another file than the target's tells how it answers. */
  noteElsewhere({ expression, position }: IoCall, file: string): void {
    this.#elsewhere.add(`${file}:${position.line} ${lastName(expression) ?? expression}`);
  }

  /** Keeps on what an operation is called that something is told of; null where that may be anything. */
  noteReceiver(name: string, receiver: Receiver | null): void {
    const known = this.#receivers.get(name);
    if (receiver === null) this.#receivers.set(name, null);
    else if (known === undefined) this.#receivers.set(name, [receiver]);
    else if (known?.some((one) => isSame(one, receiver)) === false) known.push(receiver);
  }

  /** Adds what a call site tells of its operation. */
  add(name: string, kind: IoCallKind, why: string): void {
    this.set(name, kind);
    if (!this.#receivers.has(name)) this.#receivers.set(name, null);
    this.#whys.set(name, why);
  }
}

/**
 * Adds what the functions of a file say about the operations that they wait for, by the operation's last name.
 *
 * @param packageOf The package of what an expression calls; null where that is not known.
 * @param file Where they are, an absolute path; left out for the target's own.
 */
export function addIoHints(
  hints: SourceHints,
  functions: readonly AsyncFunction[],
  packageOf: (expression: string) => string | null,
  file?: string,
): void {
  for (const { ioCalls, helpers = [], parameters } of functions) {
    const own = new Set(parameters.map(({ name }) => name));
    for (const { expression } of helpers) for (const one of namesOf(expression)) hints.helpers.add(one);
    for (const call of [...ioCalls, ...helpers]) {
      const isStream = hints.isStreamFirst(call);
      const line = file === undefined ? call.position.line : null;
      const why = reason(call, file === undefined ? undefined : path.basename(file));
      if (file !== undefined) hints.noteElsewhere(call, file);
      // Another function's parameter of the same name is another function.
      const isHanded = own.has(call.expression);
      const name = isHanded ? null : receiverIn(call.expression);
      const receiver = { packageName: packageOf(call.expression), name };
      hints.explain(call.expression, why, line);
      for (const one of namesOf(call.expression)) {
        const known = hints.get(one);
        hints.noteReceiver(one, receiver);
        // Handlers of events are set on what `indexedDB.open` gives, whatever `this.open` is.
        if (known !== undefined && known !== call.kind && isStream)
          (hints.byExpression ??= new Map()).set(call.expression, call.kind);
        if (known !== undefined && (call.kind !== "callback" || known === "callback")) continue;
        // What goes by the same name may be called elsewhere, where nothing waits for it.
        hints.add(one, call.kind, one === call.expression ? why : `as ${call.expression} does: ${why}`);
      }
    }
  }
}

/** Adds the same of what `functions` call by the names of variables, which a fake does not go by. */
export function addAliasHints(hints: SourceHints, functions: readonly AsyncFunction[], text: string): void {
  for (const { ioCalls, helpers = [] } of functions) {
    for (const call of [...ioCalls, ...helpers]) {
      const variable = /^([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\.(?:call|apply))?$/u.exec(
        call.expression,
      )?.[1];
      if (variable === undefined) continue;
      for (const alias of aliasesOf(variable, text)) {
        if (hints.has(alias)) hints.noteReceiver(alias, null);
        else hints.add(alias, call.kind, reason(call));
      }
    }
  }
}

/** Adds what answers to a helper that the source waits for: `db.find` in `await retry(() => db.find(id))`. */
export function addHandedOnHints(
  hints: SourceHints,
  { text, language }: Pick<TargetSource, "text" | "language">,
  functions: readonly AsyncFunction[],
): void {
  const ioCalls = functions.flatMap(({ ioCalls, helpers = [] }) => [...ioCalls, ...helpers]);
  for (const { expression, line, helper } of handedOnCalls(text, language, ioCalls)) {
    for (const name of namesOf(helper)) hints.handsOn.add(name);
    for (const name of namesOf(expression)) {
      hints.noteReceiver(name, { packageName: null, name: receiverIn(expression) });
      if (!hints.has(name)) hints.add(name, "promise", `${helper} waits for it in line ${line}`);
    }
  }
}

function isSame(one: Receiver, other: Receiver): boolean {
  return one.packageName === other.packageName && one.name === other.name;
}

/** Whether two receivers are known to be the same. */
function isSameReceiver(one: Receiver, other: Receiver): boolean {
  if (one.packageName !== null && other.packageName !== null) return one.packageName === other.packageName;
  return one.name !== null && one.name === other.name;
}

/** A fake that is an item of a made-up list. */
const ITEM = /\[\d+\]$/;

function ofAnyItem(expression: string): string {
  return expression.replace(/\[[^[\]]*\]$/, "[]");
}

/**
 * What an expression is called on: `db` of `this.db.query`, `insert()` of `Version.insert().run`, `this` of `this.get` and `super.get`; ""
 * of what is called by a name alone, null where no name stands there.
 */
export function receiverIn(expression: string): string | null {
  const dot = expression.lastIndexOf(".");
  if (dot < 0) return /^[\p{ID_Continue}$#]+$/u.test(expression) ? "" : null;
  const name =
    /(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+(?:\(\))?)[?!]*$/u.exec(expression.slice(0, dot))?.[1] ??
    null;
  return name === "super" ? "this" : name;
}

/** An expression as fakes are named: what `this` has goes by its own name. */
function withoutThis(expression: string): string {
  return expression.replace(/^this\.#?/, "");
}

/** By what names the operation of a call may go; symbols are described in another manner than their constants. */
function namesOf(expression: string): string[] {
  const name = lastName(expression) ?? expression;
  // A private name is a plain one where the function is taken out of its class.
  if (name.startsWith("#")) return [name, `_${name.slice(1)}`];
  if (!expression.endsWith("]")) return [name];
  const words = name.toLowerCase().split("_");
  const camel = words
    .map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join("");
  const constant = /^k([A-Z])(.*)$/.exec(name);
  return [
    name,
    ...(/^[A-Z\d_]+$/.test(name) ? [camel] : []),
    ...(constant === null ? [] : [constant[1]!.toLowerCase() + constant[2]!]),
  ];
}

function reason({ kind, position }: IoCall, file?: string): string {
  return `${USES[kind]} in line ${position.line}${file === undefined ? "" : ` of ${file}`}`;
}

const USES: Readonly<Record<IoCallKind, string>> = {
  promise: "its promise is used",
  callback: "given a callback",
  thunk: "its thunk is used",
  stream: "used as a stream",
  sync: "called",
};
