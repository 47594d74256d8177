import { alternativesOf } from "./alternatives.ts";
import { endOfBracket, partsOf } from "./type-text.ts";
import { alternativesIn, resolved, type Scope, type Type } from "./type.ts";

/** A member of an object's type. */
export interface TypeMember {
  readonly name: string;
  readonly type: Type;
  readonly optional: boolean;
}

const MEMBER =
  /^(?:readonly\s+)?(?:["']([^"'\n]+)["']|([\p{ID_Start}$_][\p{ID_Continue}$]*))\s*(?:(\?)\s*)?(?=[:(<])([^]+)$/u;
const WRAPPED = /^(Readonly|Required|NonNullable|Partial|Pick|Omit)\s*<([^]+)>$/;
/** Types that extend others, and so on. */
const BASES_AT_MOST = 10;
/** All of them together: some share theirs in many ways. */
const TYPES_AT_MOST = 300;

/** The members of an object's type, methods as functions; of one that extends others, theirs too. Null for any other type. */
export function membersOf(type: Type): readonly TypeMember[] | null {
  return membersWithin(type, 0, { left: TYPES_AT_MOST });
}

/** How many types may still be looked at. */
interface Budget {
  left: number;
}

function membersWithin(type: Type, depth: number, budget: Budget): readonly TypeMember[] | null {
  if (depth > BASES_AT_MOST || budget.left-- <= 0) return null;
  const known = resolved(type);
  const { text, scope } = known;
  const parts = alternativesOf(text, "&");
  if (parts.length > 1) {
    const all = parts
      .map((part) => membersWithin({ text: part, scope }, depth + 1, budget))
      .filter((one) => one !== null);
    // What comes last is an interface's own.
    return all.length === 0 ? null : [...new Map(all.flat().map((one) => [one.name, one])).values()];
  }
  const [, wrapper, within] = WRAPPED.exec(text) ?? [];
  if (wrapper !== undefined)
    return wrapped(wrapper, partsOf(within!), known.scope, (one) => membersWithin(one, depth + 1, budget));
  const between = /^\{([^]*)\}$/.exec(text)?.[1];
  if (between === undefined || alternativesOf(text).length > 1) return null;
  return partsOf(between).flatMap((part) => {
    const [, quoted, name = quoted, mark, rest] = MEMBER.exec(part) ?? [];
    const of = rest === undefined ? undefined : typeBehind(rest);
    if (name === undefined || of === undefined) return [];
    return [{ name, type: { text: of, scope }, optional: mark !== undefined }];
  });
}

/** `: Type`, or of a method `(…): Type`, which is the function `(…) => Type`. */
function typeBehind(rest: string): string | undefined {
  if (rest.startsWith(":")) return rest.slice(1).trim();
  const open = /^(?:<[^()]*>\s*)?\(/.exec(rest)?.[0].length;
  if (open === undefined) return undefined;
  const end = endOfBracket(rest, open) + 1;
  const given = /^\s*:\s*([^]+)$/.exec(rest.slice(end))?.[1];
  return given === undefined ? undefined : `${rest.slice(0, end)} => ${given.trim()}`;
}

/** What TypeScript's own types make of another: `Partial<Options>`, `Pick<Item, "id" | "name">`. */
function wrapped(
  wrapper: string,
  parts: readonly string[],
  scope: Scope,
  membersOfOne: (type: Type) => readonly TypeMember[] | null,
): readonly TypeMember[] | null {
  const members = membersOfOne({ text: parts[0] ?? "", scope });
  if (members === null) return null;
  switch (wrapper) {
    case "Partial":
      return members.map((member) => ({ ...member, optional: true }));
    case "Required":
      return members.map((member) => ({ ...member, optional: false }));
    case "Pick":
    case "Omit": {
      const keys = alternativesIn({ text: parts[1] ?? "", scope }).map(({ text }) => text.slice(1, -1));
      return members.filter(({ name }) => keys.includes(name) === (wrapper === "Pick"));
    }
  }
  return members;
}
