import type { Known } from "../fakes/universal.ts";

const TAKEN_APART = /\[[^[\]=]*,[^[\]=]*\]\s*=\s*(?:await\s+)?(?:[\w$#]+\s*\??\.\s*)*([\w$#]+)/g;
const AWAITED_MEMBER = /([\w$#]+)\((?:[^()]|\([^()]*\))*\)\s*\??\.\s*([\w$]+)(?!\s*[\w$(?.])/g;

/** How the text uses values by their names, as far as it can be told without reading it as a program. */
export function usesIn(
  text: string,
): Pick<Known, "hasMembers" | "isNoFunction" | "isUsed" | "isTakenApart" | "awaitedMember"> {
  let apart: Set<string> | undefined;
  let members: Map<string, string> | undefined;
  return {
    hasMembers: (name) => new RegExp(`${wordOf(name)}\\s*\\??\\.\\s*[\\w$#]`).test(text),
    isNoFunction: (name) => isShifted(name, text),
    isUsed: (name) => new RegExp(`${wordOf(name)}\\s*(?:\\(|\\??\\.)`).test(text),
    isTakenApart: (name) => {
      apart ??= new Set([...text.matchAll(TAKEN_APART)].map(([, taken]) => taken!.replace("#", "_")));
      return apart.has(name);
    },
    awaitedMember: (name) => {
      members ??= new Map(
        [...text.matchAll(AWAITED_MEMBER)]
          .filter(([whole, , member]) => member !== "length" && !whole.includes("=>"))
          .map(([, call, member]) => [call!.replace("#", "_"), member!]),
      );
      return members.get(name);
    },
  };
}

/** `if (typeof options === "function") { callback = options; … }`: it may be left out before the callback. */
function isShifted(name: string, text: string): boolean {
  const word = wordOf(name);
  const asked = new RegExp(String.raw`typeof\s+${word}\s*===?\s*["']function["']`);
  return asked.test(text) && new RegExp(String.raw`(?<![\w$.])[\w$]+\s*=\s*${word}(?!\s*[.([])`).test(text);
}

/** The pattern of a name, whatever signs it has, that is no part of a longer one. */
function wordOf(name: string): string {
  return String.raw`(?<![\w$])${name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?![\w$])`;
}
