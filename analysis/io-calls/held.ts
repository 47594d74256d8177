import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { isText, spanText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { AnyBetween } from "../patterns/any-between.ts";
import { argumentsOf, calleePath, resultStarts } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isCallOfPromise, isPromiseMaker, isPromiseMethod } from "../patterns/promises.ts";
import { returnStarts } from "../patterns/returns.ts";
import { testsFor } from "./asked-for.ts";
import type { Region } from "./region.ts";

/** What a region waits for that no call says by itself. */
export interface Held {
  /**
   * Names that hold promises, since they are waited for: `await first`, `await this.first`, `Promise.all(all)`,
   * `Promise.all([first, second])`, `first.then(…)`.
   */
  readonly names: ReadonlySet<string>;
  /** Names that are given back alone: `return first`. A promise that one of them holds is waited for; most hold something else. */
  readonly givenBack: ReadonlySet<string>;
  /** Opening parentheses that are waited for, and first tokens of what they can result in: both calls of `await (x ? a() : b())`. */
  readonly results: ReadonlySet<number>;
}

/** So deep are other entries in one looked into: each is read that often at most, however deep they nest. */
const MOST_LEVELS = 5;

/** Reads what a region waits for. */
export function heldBy(view: FileView, region: Region): Held {
  const names = new Set<string>();
  const results = new Set<number>();
  const { start, end } = view.functions[region.entry.index]!;
  const { atoms, tokens, functionList } = view;
  /** The function that begins next. */
  let nested = region.entry.index + 1;
  /** Where the other entries end that the token is in. */
  const ends: number[] = [];
  for (let token = start; token + 1 < end; token++) {
    while (nested < functionList.length && functionList.starts[nested]! < token) nested++;
    if (
      functionList.starts[nested] === token &&
      nested < functionList.length &&
      !region.functions.has(nested)
    ) {
      while (ends.length > 0 && ends.at(-1)! <= token) ends.pop();
      const nestedEnd = view.functions[nested]!.end;
      if (ends.length < MOST_LEVELS) ends.push(nestedEnd);
      else {
        token = Math.max(nestedEnd - 1, token);
        nested = Math.max(functionList.firstFrom(token + 1), nested + 1);
        continue;
      }
    }
    const isAwait = atoms[token] === Word.await && atoms[token - 1] !== Word.for;
    // Other generators give what they yield to whoever goes through it.
    if (!isAwait && (atoms[token] !== Word.yield || region.entry.pattern !== "generator")) continue;
    const awaited = nameAt(view, token + 1);
    if (awaited !== undefined) names.add(awaited);
    if (atoms[token + 1] === Atom.OpenParenthesis && !results.has(token + 1)) {
      const after = afterGroupAt(view, token + 1);
      if (continuesOperand(atoms[after]!)) continue;
      results.add(token + 1);
      for (const result of resultStarts(view, token + 2, after - 1)) results.add(result);
    }
  }
  for (const index of region.functions) {
    for (const callIndex of view.callsOf.of(index)) {
      const call = view.calls.at(callIndex);
      if (call.nameToken < 0) continue;
      const path = calleePath(view, call);
      // What rejects is an error.
      if (isPromiseMaker(path) && !path.endsWith(".reject") && !givesHit(view, call, path))
        addArguments(view, call, names);
      const isMember = call.nameToken === call.start + 2 && tokens.kinds[call.start] === TokenKind.Identifier;
      if (isMember && isCallOfPromise(view, call)) names.add(textAt(view, call.start));
    }
  }
  addPushed(view, region, names);
  const givenBack = new Set(returnStarts(view, region.entry.index).flatMap((at) => nameAt(view, at) ?? []));
  return { names, givenBack, results };
}

/** `first` or `this.first` at a token, where nothing goes on with it. */
function nameAt(view: FileView, start: number): string | undefined {
  const isOfThis = view.atoms[start] === Word.this && view.atoms[start + 1] === Atom.Dot;
  const token = isOfThis ? start + 2 : start;
  if (!isLoneName(view, token, token + 1) || continuesOperand(view.atoms[token + 1]!)) return undefined;
  return isOfThis ? `this.${textAt(view, token)}` : textAt(view, token);
}

/** `if (hit) return Promise.resolve(hit)`: what is looked at first is a value, of which a promise is made. */
function givesHit(view: FileView, call: Call, path: string): boolean {
  const first = call.open + 1;
  if (!path.endsWith(".resolve") || !isLoneName(view, first, call.end - 1) || call.owner < 0) return false;
  // `Promise.resolve(result).then(…)` is of what may be a promise.
  if (continuesOperand(view.atoms[call.end]!)) return false;
  return testsFor(view, view.functions[call.owner]!, textAt(view, first));
}

/** What is put into a list that is waited for is, too: `all.push(one)`. */
function addPushed(view: FileView, region: Region, names: Set<string>): void {
  for (const index of region.functions) {
    for (const callIndex of view.callsOf.of(index)) {
      const call = view.calls.at(callIndex);
      if (call.nameToken !== call.start + 2 || textAt(view, call.nameToken) !== "push") continue;
      if (!names.has(textAt(view, call.start))) continue;
      for (const { start, end } of argumentsOf(view, call))
        if (isLoneName(view, start, end)) names.add(textAt(view, start));
    }
  }
}

function addArguments(view: FileView, call: Call, names: Set<string>): void {
  for (const item of argumentsOf(view, call)) {
    if (isLoneName(view, item.start, item.end)) names.add(textAt(view, item.start));
    if (view.atoms[item.start] !== Atom.OpenBracket) continue;
    for (const { start, end } of argumentsOf(view, { open: item.start }))
      if (isLoneName(view, start, end)) names.add(textAt(view, start));
  }
}

function isLoneName(view: FileView, start: number, end: number): boolean {
  return (
    end === start + 1 && view.atoms[start] === Atom.Plain && view.tokens.kinds[start] === TokenKind.Identifier
  );
}

function continuesOperand(atom: number): boolean {
  return (
    atom === Atom.Dot ||
    atom === Atom.OptionalChain ||
    atom === Atom.OpenParenthesis ||
    atom === Atom.OpenBracket ||
    atom === Atom.TemplateHead ||
    atom === Atom.TemplateWhole ||
    atom === Atom.Arrow
  );
}

/** Whether something of the value that goes into a variable is read in a function, other than as of a promise: `row.name`. */
export function isUsedAsValue(view: FileView, { result }: Call, index: number): boolean {
  const name =
    result?.kind === "variable"
      ? textAt(view, result.nameToken)
      : result?.kind === "assignment"
        ? spanText(view.tokens, result.left)
        : "";
  if (name === "") return true;
  const { start, end } = view.functions[index]!;
  const ofFile = reads.get(view) ?? new Map<string, AnyBetween>();
  reads.set(view, ofFile);
  const places = ofFile.get(name) ?? new AnyBetween((token) => isReadOf(view, token, name));
  ofFile.set(name, places);
  return places.isIn(start, end);
}

/** Where files read members of what has some name. */
const reads = new WeakMap<FileView, Map<string, AnyBetween>>();

function isReadOf(view: FileView, token: number, name: string): boolean {
  const { atoms, tokens } = view;
  if (atoms[token + 1] !== Atom.Dot && atoms[token + 1] !== Atom.OpenBracket) return false;
  if (atoms[token - 1] === Atom.Dot || !isText(tokens, token, name)) return false;
  return atoms[token + 1] !== Atom.Dot || !isPromiseMethod(textAt(view, token + 2));
}

/** Whether a call's value goes into one of some names, or into the list that one of them holds: `all.push(load(id))`. */
export function isHeldBy(view: FileView, call: Call, names: ReadonlySet<string>): boolean {
  if (names.size === 0 || call.result === null) return false;
  const { result } = call;
  switch (result.kind) {
    case "variable":
      return names.has(textAt(view, result.nameToken));
    case "assignment":
      return names.has(spanText(view.tokens, result.left));
    case "argument": {
      const list = view.calls.at(result.call);
      return (
        list.nameToken === list.start + 2 &&
        textAt(view, list.nameToken) === "push" &&
        names.has(textAt(view, list.start))
      );
    }
    default:
      return false;
  }
}
