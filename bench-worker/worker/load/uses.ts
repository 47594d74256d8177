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
    hasMembers: (name) => new RegExp(`\\b${name}\\s*\\??\\.\\s*[\\w#]`).test(text),
    isNoFunction: (name) => isShifted(name, text),
    isUsed: (name) => new RegExp(`\\b${name}\\s*(?:\\(|\\??\\.)`).test(text),
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
  const asked = new RegExp(String.raw`typeof\s+${name}\s*===?\s*["']function["']`);
  return asked.test(text) && new RegExp(String.raw`(?<![\w$.])[\w$]+\s*=\s*${name}\b(?!\s*[.([])`).test(text);
}
