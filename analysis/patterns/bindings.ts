import { Atom, Word } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import type { TokenSpan } from "../functions/found.ts";
import { isText, tokenText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { NameFilter } from "./name-filter.ts";

const REQUIRE = new NameFilter(["require"]);

/**
 * What the file's imports, `require` calls and aliases make of its names: `co` → `co`, `coroutine` →
 * `bluebird.coroutine`. A module goes by the last part of its specifier, without extension.
 */
export function boundNames(skeleton: Skeleton): Map<string, string> {
  const names = new Map<string, string>();
  for (const span of skeleton.imports) bindImport(skeleton, span, names);
  const { calls, tokens } = skeleton;
  for (let index = 0; index < calls.length; index++) {
    if (!REQUIRE.hasKey(calls.startKeys[index]!)) continue;
    const start = calls.starts[index]!;
    if (calls.nameTokens[index] === start && isText(tokens, start, "require"))
      bindRequire(skeleton, calls.at(index), names);
  }
  bindAliases(skeleton, names);
  return names;
}

/** Modules that do what another does, under the same names. */
const SAME_INTERFACE: ReadonlyMap<string, string> = new Map([
  ["neo-async", "async"],
  ["async-es", "async"],
]);

/** `"./lib/co.js"` → `co`, `"node:fs/promises"` → `promises`, with its quotes on. */
export function moduleName(quoted: string): string {
  const specifier = quoted.slice(1, -1).replace(/^node:/, "");
  const last = specifier.slice(specifier.lastIndexOf("/") + 1);
  const name = last.replace(/\.(?:[cm]?[jt]sx?)$/, "").toLowerCase();
  return SAME_INTERFACE.get(name) ?? name;
}

function bindImport(skeleton: Skeleton, span: TokenSpan, names: Map<string, string>): void {
  const { tokens, atoms } = skeleton;
  let module = "";
  for (let index = span.end - 1; index > span.start; index--) {
    if (tokens.kinds[index] === TokenKind.String) module = moduleName(tokenText(tokens, index));
    if (atoms[index] === Word.from) break;
  }
  if (module === "") return;
  for (let index = span.start + 1; index < span.end && atoms[index] !== Word.from; index++) {
    if (atoms[index] === Atom.OpenBrace) {
      bindPattern(skeleton, { start: index + 1, end: span.end }, module, Word.as, names);
      return;
    }
    const isName =
      tokens.kinds[index] === TokenKind.Identifier && atoms[index] !== Word.as && atoms[index] !== Word.type;
    if (isName) names.set(tokenText(tokens, index), module);
  }
}

/** `a, b as c` or `a, b: c` between braces. */
function bindPattern(
  skeleton: Skeleton,
  span: TokenSpan,
  module: string,
  renames: number,
  names: Map<string, string>,
): void {
  const { tokens, atoms } = skeleton;
  for (let index = span.start; index < span.end && atoms[index] !== Atom.CloseBrace; index++) {
    const member = tokenText(tokens, index);
    const isNamed = tokens.kinds[index]! <= TokenKind.Keyword;
    if (isNamed && atoms[index + 1] === renames && index + 2 < span.end) index += 2;
    if (!isNamed || tokens.kinds[index]! > TokenKind.Keyword) {
      // What is taken out of a member in its turn is nothing of the module's own.
      index = Math.max(index, tokens.match[index]!);
      continue;
    }
    names.set(tokenText(tokens, index), member === "default" ? module : `${module}.${member}`);
  }
}

/** `const a = require("m").b`, `const { a, b: c } = require("m")`, `import a = require("m")`. */
function bindRequire(
  skeleton: Skeleton,
  call: { readonly start: number; readonly open: number; readonly end: number },
  names: Map<string, string>,
): void {
  const { tokens, atoms } = skeleton;
  if (tokens.kinds[call.open + 1] !== TokenKind.String) return;
  let path = moduleName(tokenText(tokens, call.open + 1));
  let end = call.end;
  while (atoms[end] === Atom.Dot && tokens.kinds[end + 1]! <= TokenKind.Keyword) {
    path += `.${tokenText(tokens, end + 1)}`;
    end += 2;
  }
  if (atoms[end] === Atom.OpenParenthesis && path.includes(".")) return;
  const left = call.start - 2;
  if (atoms[call.start - 1] !== Atom.Equals || left < 0) return;
  if (tokens.kinds[left] === TokenKind.Identifier) {
    names.set(tokenText(tokens, left), path);
  } else if (atoms[left] === Atom.CloseBrace) {
    const open = tokens.match[left]!;
    if (open >= 0) bindPattern(skeleton, { start: open + 1, end: left }, path, Atom.Colon, names);
  }
}

/** `const async = Promise.coroutine`, `var co = Bluebird.coroutine;`: another name for a member of something. */
function bindAliases(skeleton: Skeleton, names: Map<string, string>): void {
  const { tokens, atoms } = skeleton;
  const { memberValues } = skeleton;
  /** Most values are members of something else. */
  const roots = new NameFilter(memberValues.length === 0 ? [] : ["Promise", ...names.keys()]);
  for (const index of memberValues) {
    if (!roots.has(tokens, index + 1)) continue;
    if (index + 3 >= tokens.count || tokens.kinds[index - 1] !== TokenKind.Identifier) continue;
    const isWhole = atoms[index + 4] !== Atom.Dot && atoms[index + 4] !== Atom.OpenParenthesis;
    if (!isWhole) continue;
    const root = tokenText(tokens, index + 1);
    const known = names.get(root) ?? (root === "Promise" ? root : undefined);
    if (known !== undefined) {
      const name = tokenText(tokens, index - 1);
      names.set(name, `${known}.${tokenText(tokens, index + 3)}`);
      roots.add(name);
    }
  }
}
