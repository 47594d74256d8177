import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { firstFrom } from "../patterns/ascending.ts";
import { calleePath, isDot } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isPromiseMaker, isPromiseMethod } from "../patterns/promises.ts";
import { returnStarts } from "../patterns/returns.ts";
import type { Held } from "./held.ts";
import type { Region } from "./region.ts";
import { awaitedItems } from "./waited-calls.ts";
import { waitAt } from "./waited.ts";

/** Tags that ask a database or run a command: what is given back of others, `html` and its like, is text. */
const ASKS = /^(?=[\w$]*$)(?:sql|\$+\w*|\w*[qQ]uery\w*|\w*[eE]xec\w*)$/;

/** The first pieces of tagged templates in files, ascending. */
const templates = new WeakMap<FileView, readonly number[]>();

/**
 * What an entry asks by tagged templates and waits for: ``await sql`select …` ``, ``return sql`…` ``. Each as a call whose
 * parentheses the template is.
 *
 * @param isReturnWaitedFor Whether what a function of the entry returns is waited for.
 */
export function waitedTemplates(
  view: FileView,
  region: Region,
  held: Held,
  isReturnWaitedFor: (index: number) => boolean,
): Call[] {
  const all = templates.get(view) ?? taggedIn(view);
  templates.set(view, all);
  const { start: from, end: to } = view.functions[region.entry.index]!;
  const found: Call[] = [];
  let listed: ReadonlySet<number> | undefined;
  for (let at = firstFrom(all, from); at < all.length && all[at]! < to; at++) {
    const call = callOf(view, all[at]!);
    if (!region.functions.has(call.owner)) continue;
    const { start, end, owner } = call;
    const isAsking = ASKS.test(textAt(view, call.nameToken));
    const isWaitedFor = (): boolean => {
      const wait = waitAt(view, start);
      if (wait === "promise" || (wait === "yield" && region.entry.pattern === "generator")) return true;
      if (isDot(view.atoms[end]!)) return isPromiseMethod(textAt(view, end + 1));
      if (view.atoms[start - 1] === Atom.Equals && held.names.has(textAt(view, start - 2))) return true;
      if (isAsking && returnStarts(view, owner).includes(start) && isReturnWaitedFor(owner)) return true;
      listed ??= listedIn(view, region);
      return listed.has(start);
    };
    // With more behind it that is called, it is that call.
    const goesOn = isDot(view.atoms[end]!) && !isPromiseMethod(textAt(view, end + 1));
    if (!goesOn && isWaitedFor()) found.push(call);
  }
  return found;
}

function taggedIn({ tokens }: FileView): number[] {
  return tokens.templates.filter((token) => {
    const kind = tokens.kinds[token - 1];
    return kind === TokenKind.Identifier || kind === TokenKind.PrivateName;
  });
}

/** The template that begins at a token, with its tag. */
function callOf(view: FileView, open: number): Call {
  const { atoms, tokens } = view;
  let start = open - 1;
  while (start > 1 && isDot(atoms[start - 1]!) && tokens.kinds[start - 2]! <= TokenKind.Keyword) start -= 2;
  let last = open;
  while (atoms[last] === Atom.TemplateHead || atoms[last] === Atom.TemplateMiddle) {
    const next = afterGroupAt(view, last) - 1;
    if (next <= last) break;
    last = next;
  }
  const facts = { constructs: false, result: null, owner: ownerOf(view, open) };
  return { start, nameToken: open - 1, open, end: last + 1, ...facts };
}

/** The innermost function around a token; -1 outside of all. */
function ownerOf({ functions, functionList: { starts, length } }: FileView, token: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= token) low = middle + 1;
    else high = middle;
  }
  let owner = low - 1;
  while (owner >= 0 && functions[owner]!.end <= token) owner = functions[owner]!.parent;
  return owner;
}

/** Where what `Promise.all` and its like wait for in an entry starts. */
function listedIn(view: FileView, region: Region): ReadonlySet<number> {
  const starts = new Set<number>();
  for (const index of region.functions)
    for (const callIndex of view.callsOf.of(index)) {
      const call = view.calls.at(callIndex);
      if (isPromiseMaker(calleePath(view, call)))
        for (const start of awaitedItems(view, call)) starts.add(start);
    }
  return starts;
}
