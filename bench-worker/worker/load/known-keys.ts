import { inPattern, NAME } from "../../../analysis/source/in-pattern.ts";
import { lastName } from "../io/last-name.ts";
import type { Shape } from "./stand-ins.ts";

const TEXT = /^\s*(?:"([^"\n]*)"|'([^'\n]*)')/;

/** A value by the name of the fake that is to have it. */
export interface KnownKey {
  readonly name: string;
  readonly shape: Shape;
}

/**
 * The key by which a variable would have been found in a map or an object of the file, where it was looked up by something
 * made up: `"top"` for `event.name` in `const command = commands.get(event.name)` with `commands.set("top", …)`, or in
 * `commands[event.name]` with `const commands = { top: … }`. Undefined where the text says nothing of the kind.
 */
export function keyFor(variable: string, text: string): KnownKey | undefined {
  const word = inPattern(variable);
  const lookedUp = new RegExp(
    String.raw`(?<![\p{ID_Continue}$.])${word}\s*=\s*(?:this\.)?#?(${NAME}(?:\.${NAME})*)(?:\.get\s*\(\s*|\[\s*)(${NAME}(?:\.${NAME})*)\s*[)\]]`,
    "gu",
  );
  for (const [, holder = "", key = ""] of text.matchAll(lookedUp)) {
    const value = firstKeyOf(inPattern(lastName(holder)), text);
    if (value !== undefined) return { name: key, shape: { value } };
  }
  return undefined;
}

/** The first key that a text puts into a map or an object. */
function firstKeyOf(holder: string, text: string): string | undefined {
  const set = new RegExp(String.raw`(?<![\p{ID_Continue}$])${holder}\.set\s*\(`, "u").exec(text);
  const made = new RegExp(
    String.raw`(?<![\p{ID_Continue}$.])${holder}\s*(?::[^=;]+)?=\s*(?:new\s+Map\s*(?:<[^()=;]*>\s*)?\(\s*\[\s*\[|(\{))`,
    "u",
  ).exec(text);
  const behind = (found: RegExpExecArray): string => text.slice(found.index + found[0].length);
  for (const found of [set, made]) {
    if (found === null) continue;
    const [, double, single] = TEXT.exec(behind(found)) ?? [];
    const value = double ?? single;
    if (value !== undefined) return value;
  }
  if (made?.[1] === undefined) return undefined;
  return new RegExp(String.raw`^\s*(?:async\s+)?(?:\*\s*)?(${NAME})\s*[,:(}]`, "u").exec(behind(made))?.[1];
}
