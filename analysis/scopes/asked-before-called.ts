import { expressionEnd, statementEnd } from "../breakdown/statements.ts";
import { BracketRole, TokenKind } from "../lexer/tokens.ts";
import { isDot } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { partsOf } from "./defaults.ts";

/** Members of parameters by what they are read of, and parameters themselves, which stand under the empty name. */
export type AskedBeforeCalled = ReadonlyMap<string, ReadonlySet<string>>;

const LEAVES = /^(?:return|throw|continue|break)$/;

/** Names of what has members that whoever calls gives where something shall be other than usual. */
const OPTIONS = /^_?(?:opts?|options?|settings|config)$/i;

/**
 * What whoever calls may leave out, as a text tells. Functions: it asks whether they are there before each call of them. `filter` of
 * `options` for `!options.filter || options.filter(path)`, the parameter `onProgress` for `if (onProgress) onProgress(done)`, and what
 * is called by `?.(`. Flags: members of options that it does nothing with but ask for them, `if (options.force)`.
 */
export function askedBeforeCalled(view: FileView): AskedBeforeCalled {
  const members = membersIn(view);
  const askedUntil = new Map<string, number>();
  const isAsked = new Map<string, boolean>();
  const isFlag = new Map<string, boolean>();
  for (let at = 0; at < view.tokens.count; at++) {
    const read = readAt(view, at, members);
    if (read === undefined) continue;
    const path = `${read.of}.${read.name}`;
    const isCalledIfThere = textAt(view, read.end) === "?." && textAt(view, read.end + 1) === "(";
    if (textAt(view, read.end) === "(" || isCalledIfThere) {
      const isSure = isCalledIfThere || at < (askedUntil.get(path) ?? 0);
      isAsked.set(path, isSure && isAsked.get(path) !== false);
    } else {
      isFlag.set(path, isFlag.get(path) !== false && isCondition(view, at, read));
      askedUntil.set(path, Math.max(askedUntil.get(path) ?? 0, thereUntil(view, at, read)));
    }
  }
  const found = new Map<string, Set<string>>();
  const leftOut = new Map([...isFlag, ...isAsked]);
  for (const [path, isSure] of leftOut) {
    const [of = "", name = ""] = path.split(".");
    if (!isSure || (!isAsked.has(path) && !OPTIONS.test(of))) continue;
    found.set(of, (found.get(of) ?? new Set<string>()).add(name));
  }
  return found;
}

/** A parameter that is read, or a member of one, and the token behind it. */
interface Read {
  readonly of: string;
  readonly name: string;
  readonly end: number;
}

function readAt(view: FileView, at: number, members: ReadonlyMap<string, Member>): Read | undefined {
  if (view.tokens.kinds[at] !== TokenKind.Identifier || isDot(view.atoms[at - 1]!)) return undefined;
  const member = members.get(textAt(view, at));
  if (member === undefined) return undefined;
  if (!isDot(view.atoms[at + 1]!) || textAt(view, at + 2) === "(") return { ...member, end: at + 1 };
  // Members of members are not told apart.
  return member.of === "" ? { of: member.name, name: textAt(view, at + 2), end: at + 3 } : undefined;
}

/** Whether something is only asked for at a token: in a condition, or the other way round. */
function isCondition(view: FileView, at: number, { of, end }: Read): boolean {
  if (of === "") return false;
  const { match } = view.tokens;
  const isClosed = textAt(view, end) === ")" && /^(?:if|while)$/.test(textAt(view, match[end]! - 1));
  // What leaves without it cannot do without.
  if (textAt(view, at - 1) === "!")
    return !(isClosed && LEAVES.test(textAt(view, startOfStatement(view, end + 1))));
  return isClosed || /^(?:&&|\?)$/.test(textAt(view, end));
}

/** The first token of what a condition guards, be it in a block. */
function startOfStatement(view: FileView, at: number): number {
  return textAt(view, at) === "{" ? at + 1 : at;
}

/**
 * The token up to which something is there, as it was asked for at a token: the end of the expression, or of the
 * statement that an `if` guards; 0 where it was not asked for.
 */
function thereUntil(view: FileView, at: number, { of, end }: Read): number {
  const { count, match } = view.tokens;
  const isParameter = of === "";
  const before = textAt(view, at - 1);
  const operator = textAt(view, end);
  const isOfType = before === "typeof";
  const isCompared =
    (isOfType && /^==?=?$/.test(operator)) || (!isOfType && (operator === "!==" || operator === "!="));
  const isKind = isOfType || operator === "instanceof";
  const behind = isCompared || isKind ? end + 2 : end;
  const joins = textAt(view, behind);
  if (before === "!") return joins === "||" ? expressionEnd(view, behind + 1, count, true) : 0;
  // A parameter of which the kind is asked may be a value as well.
  if (isKind && (isParameter || (isOfType && !isCompared))) return 0;
  if (joins !== "&&" && joins !== "?" && joins !== ")") return 0;
  const close = joins === ")" ? behind : expressionEnd(view, behind + 1, count, true);
  const isCondition = textAt(view, close) === ")" && textAt(view, match[close]! - 1) === "if";
  if (isCondition) return statementEnd(view, close + 1, count);
  return joins === ")" ? 0 : close;
}

/** A parameter, of nothing, or what is taken out of one. */
interface Member {
  readonly of: string;
  readonly name: string;
}

/**
 * What variables hold, by their names, that are parameters or are taken out of one: `{ filter }` as a parameter is taken out of
 * `options`, as what stands in its place is called.
 */
function membersIn(view: FileView): ReadonlyMap<string, Member> {
  const { kinds, roles, match, count } = view.tokens;
  const members = new Map<string, Member>();
  const take = (open: number, of: string): void => {
    for (const at of partsOf(view, open, match[open]!)) {
      const local = textAt(view, at + 1) === ":" ? at + 2 : at;
      if (kinds[local] === TokenKind.Identifier)
        members.set(textAt(view, local), { of, name: textAt(view, at) });
    }
  };
  for (const { parameters } of view.functions) {
    for (let at = parameters.start; at < parameters.end; at++) {
      if (roles[at] === BracketRole.Object) {
        take(at, "options");
        at = match[at]!;
      } else if (kinds[at] === TokenKind.Identifier) {
        members.set(textAt(view, at), { of: "", name: textAt(view, at) });
      }
    }
  }
  // A variable of the same name may hold anything.
  for (let at = 1; at < count; at++)
    if (/^(?:const|let|var)$/.test(textAt(view, at - 1))) members.delete(textAt(view, at));
  for (let at = 0; at < count; at++) {
    const value = match[at]! + 2;
    if (roles[at] !== BracketRole.Object || textAt(view, value - 1) !== "=") continue;
    const isWhole =
      /^(?:[;,)]|\|\||\?\?)$/.test(textAt(view, value + 1)) || view.tokens.newlineBefore[value + 1] === 1;
    if (isWhole && members.get(textAt(view, value))?.of === "") take(at, textAt(view, value));
  }
  return members;
}
