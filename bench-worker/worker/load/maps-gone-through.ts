import { tokenText } from "../../../analysis/functions/scan.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import type { Language } from "../../../analysis/model.ts";

/** What goes through an object by its keys. */
const KEYS = new Set(["keys", "values", "entries"]);
/** What asks something of all keys together: a check, for which any key would be one too many. */
const CHECKS = new Set(["length", "every", "some", "includes"]);
const DECLARES = new Set(["const", "let", "var"]);
/** Longer types and paths are not read: each is looked at for each name that stands before it. */
const TOKENS_AT_MOST = 60;

/**
 * What a text goes through by its keys of what operations have answered, by the last name of the fake that it is: `list()` of
 * `for (const id in await db.list())` and of `const rows = await db.list(); Object.keys(rows)`, `rows` of `Object.keys(page.rows)`
 * where `page` is such an answer. Options and what else a function is given do not count: who copies or checks them expects nothing there.
 * Nor does what is only counted or checked by its keys. The time that it takes grows with the text's length, and no faster.
 */
export function mapsGoneThrough(text: string, language: Language): ReadonlySet<string> {
  if (!/\bObject\b|\bin\b/.test(text)) return new Set();
  const tokens = new Reading(lex(text, language));
  const found = new Set<string>();
  /** The members that are gone through by the variable they are of; "" for the variable itself. */
  const wanted = new Map<string, Set<string>>();
  for (let at = 0; at < tokens.count; at++) {
    const what = tokens.goneThroughAt(at);
    if (what === undefined) continue;
    if (what.isWaitedFor) found.add(`${what.last}()`);
    else {
      const members = wanted.get(what.first) ?? new Set<string>();
      wanted.set(what.first, members.add(what.isMember ? what.last : ""));
    }
  }
  if (wanted.size > 0) addAnswers(tokens, wanted, found);
  return found;
}

function addAnswers(tokens: Reading, wanted: Map<string, Set<string>>, found: Set<string>): void {
  const open: number[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const partner = tokens.list.match[at]!;
    if (partner > at) open.push(at);
    else if (partner >= 0) open.pop();
    const variable = tokens.text(at);
    const members = wanted.get(variable);
    if (members === undefined || tokens.isDot(at - 1)) continue;
    const isTakenApart = tokens.isTakenApart(at, open.at(-1));
    const operation =
      tokens.awaited(isTakenApart ? tokens.partner(open.at(-1)) + 1 : at + 1) ??
      tokens.calledBack(at, open.at(-1), open.at(-2)) ??
      tokens.thenOf(at);
    if (operation === undefined) continue;
    for (const member of members) found.add(member || (isTakenApart ? variable : `${operation}()`));
    wanted.delete(variable);
  }
}

/** A path of names, as `page.data.items`. */
interface Path {
  readonly first: string;
  readonly last: string;
  readonly isMember: boolean;
  /** The token behind it. */
  readonly end: number;
}

/** Forms that a text's tokens have from one of them on, or around it. */
class Reading {
  readonly list: TokenList;
  readonly count: number;

  constructor(list: TokenList) {
    this.list = list;
    this.count = list.count;
  }

  text(at: number): string {
    return at >= 0 && at < this.count ? tokenText(this.list, at) : "";
  }

  isDot(at: number): boolean {
    return [".", "?."].includes(this.text(at));
  }

  /** The other bracket's index; -1 where there is none. */
  partner(at: number | undefined): number {
    return at === undefined ? -1 : (this.list.match[at] ?? -1);
  }

  /** What is gone through by a form that begins with a token: `Object.keys(…)`, `for (const key in …)`. */
  goneThroughAt(at: number): (Path & { readonly isWaitedFor: boolean }) | undefined {
    const first = this.text(at);
    if (
      first === "Object" &&
      this.isDot(at + 1) &&
      KEYS.has(this.text(at + 2)) &&
      this.text(at + 3) === "("
    ) {
      const close = this.partner(at + 3);
      return this.isDot(close + 1) && CHECKS.has(this.text(close + 2)) ? undefined : this.#what(at + 4);
    }
    const isLoop = first === "for" && this.text(at + 1) === "(" && DECLARES.has(this.text(at + 2));
    return isLoop && this.text(at + 4) === "in" ? this.#what(at + 5) : undefined;
  }

  #what(at: number): (Path & { readonly isWaitedFor: boolean }) | undefined {
    const isWaitedFor = this.#waits(at);
    const path = this.#path(isWaitedFor ? at + 1 : at);
    if (path === undefined) return undefined;
    const end = isWaitedFor ? this.#behindTypes(path.end) : path.end;
    return this.text(end) === (isWaitedFor ? "(" : ")") ? { ...path, isWaitedFor } : undefined;
  }

  /** The name of the operation whose answer `= await db.list(` or `: Rows = (yield db.list(`, from a token on, gives. */
  awaited(at: number): string | undefined {
    let from = at;
    if (this.text(from) === ":") {
      while (from - at < TOKENS_AT_MOST && !["=", ";", ",", "(", ")", "}", ""].includes(this.text(from)))
        from = Math.max(from, this.partner(from)) + 1;
    }
    if (this.text(from) !== "=") return undefined;
    from += this.text(from + 1) === "(" ? 2 : 1;
    const path = this.#waits(from) ? this.#path(from + 1) : undefined;
    return path !== undefined && this.text(this.#behindTypes(path.end)) === "(" ? path.last : undefined;
  }

  /** Whether a name is that of a variable in `{ … }`, a pattern or a literal, which begins at `open`. */
  isTakenApart(at: number, open: number | undefined): boolean {
    if (
      open === undefined ||
      this.text(open) !== "{" ||
      !["=", ":"].includes(this.text(this.partner(open) + 1))
    )
      return false;
    return ["{", ",", ":"].includes(this.text(at - 1)) && ["}", ",", "="].includes(this.text(at + 1));
  }

  /** The operation that calls back with a name: `db.all(id, (error, rows)`, whose brackets around `rows` begin at `open` and `outer`. */
  calledBack(at: number, open: number | undefined, outer: number | undefined): string | undefined {
    if (open === undefined || outer === undefined || this.text(outer) !== "(") return undefined;
    if (open !== at - 3 || this.text(at - 1) !== "," || this.partner(open) !== at + 1) return undefined;
    const before = this.text(this.#beforeFunction(open));
    return before === "(" || before === "," ? this.#nameBefore(outer) : undefined;
  }

  /** The operation that gives a name to `then`: `db.all(id).then((rows)`. */
  thenOf(at: number): string | undefined {
    const isBare = this.text(at + 1) === "=>";
    if (!isBare && (this.text(at - 1) !== "(" || this.partner(at - 1) !== at + 1)) return undefined;
    const call = this.#beforeFunction(isBare ? at : at - 1);
    if (this.text(call) !== "(" || this.text(call - 1) !== "then" || !this.isDot(call - 2)) return undefined;
    const open = this.text(call - 3) === ")" ? this.partner(call - 3) : -1;
    return open < 0 ? undefined : this.#nameBefore(open);
  }

  /** The token before a function whose parameters begin at a token: before `async function name` as well. */
  #beforeFunction(parameters: number): number {
    let before = parameters - 1;
    if (this.text(before - 1) === "function") before--;
    if (this.text(before) === "function") before--;
    return this.text(before) === "async" ? before - 1 : before;
  }

  /** The last name of what is called with the bracket `open`. */
  #nameBefore(open: number): string | undefined {
    const isTyped = this.text(open - 1) === ">" && this.partner(open - 1) >= 0;
    const at = (isTyped ? this.partner(open - 1) : open) - 1;
    return this.#isName(at) ? this.text(at).replace("#", "") : undefined;
  }

  #path(from: number): Path | undefined {
    if (!this.#isName(from) && this.text(from) !== "this") return undefined;
    let at = from;
    while (at - from < TOKENS_AT_MOST && this.isDot(at + 1) && this.#isName(at + 2)) at += 2;
    const last = this.text(at).replace("#", "");
    return { first: this.text(from), last, isMember: at > from, end: at + 1 };
  }

  #isName(at: number): boolean {
    const kind = this.list.kinds[at];
    const isName = kind === TokenKind.Identifier || kind === TokenKind.PrivateName;
    return isName && at >= 0 && at < this.count;
  }

  #waits(at: number): boolean {
    return ["await", "yield"].includes(this.text(at));
  }

  /** Behind `<Row>` of `db.all<Row>(id)`. */
  #behindTypes(at: number): number {
    return this.text(at) === "<" && this.partner(at) >= 0 ? this.partner(at) + 1 : at;
  }
}
