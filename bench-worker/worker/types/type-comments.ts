import { endOfPart } from "./type-text.ts";

const PROPERTY = /@prop(?:erty)?\s*\{/g;

/**
 * The type that a JSDoc comment names: `@typedef {{ id: number }} Item`, or `@typedef {object} Item` with `@property`
 * lines. Undefined where no comment names one so.
 */
export function membersOfComment(
  text: string,
  name: string,
): { readonly text: string; readonly parameters: readonly string[] } | undefined {
  if (!text.includes("@typedef")) return undefined;
  for (const [comment] of text.matchAll(/\/\*\*[^]*?(?:\*\/|$)/g)) {
    if (!comment.includes("@typedef")) continue;
    const bare = comment.slice(3, -2).replace(/^[^\S\n]*\*\s?/gm, "");
    for (const { index } of bare.matchAll(/@typedef\s*\{/g)) {
      const open = bare.indexOf("{", index) + 1;
      const end = endOfPart(bare, open, "");
      const called = /^\}\s*([\p{ID_Continue}$]+)/u.exec(bare.slice(end))?.[1];
      if (called !== name) continue;
      const type = bare.slice(open, end).trim();
      return { text: /^object$/i.test(type) ? membersIn(bare.slice(end)) : type, parameters: [] };
    }
  }
  return undefined;
}

/** The `@property` lines of a comment as members, up to the next type. */
function membersIn(text: string): string {
  const own = text.split("@typedef")[0]!;
  const members: string[] = [];
  for (const { index, 0: tag } of own.matchAll(PROPERTY)) {
    const open = index + tag.length;
    const end = endOfPart(own, open, "");
    const [, optional, plain] =
      /^\}\s*(?:\[([\p{ID_Continue}$]+)|([\p{ID_Continue}$]+)(?![\p{ID_Continue}$.[]))/u.exec(
        own.slice(end),
      ) ?? [];
    const type = own.slice(open, end).trim();
    if (optional !== undefined) members.push(`${optional}?: ${type}`);
    else if (plain !== undefined) members.push(`${plain}: ${type}`);
  }
  return `{ ${members.join("; ")} }`;
}
