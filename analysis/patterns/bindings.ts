import { Atom, Word } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import type { TokenSpan } from "../functions/found.ts";
import { isText, tokenText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { NameFilter } from "./name-filter.ts";

const REQUIRE = new NameFilter(["require"]);

/** A name that a file binds to a module, or to something of it. */
export interface Binding {
  readonly local: string;
  /** Of the module, with its quotes on. */
  readonly quoted: string;
  /** What of the module: `default`, a name, names with dots between; "" is the whole. */
  readonly path: string;
  /** By `require`, not by an import. */
  readonly isRequired: boolean;
}

/**
 * What the file's imports, `require` calls and aliases make of its names: `co` → `co`, `coroutine` →
 * `bluebird.coroutine`. A module goes by the last part of its specifier, without extension.
 */
export function boundNames(skeleton: Skeleton): Map<string, string> {
  const names = new Map<string, string>();
  // One statement may bind thousands of names to a module.
  let last = "";
  let module = "";
  eachBinding(skeleton, ({ local, quoted, path }) => {
    if (quoted !== last) module = moduleName((last = quoted));
    const rest = path === "default" ? "" : path.replace(/\.default$/, "");
    names.set(local, rest === "" ? module : `${module}.${rest}`);
  });
  bindAliases(skeleton, names);
  return names;
}

/** Tells of the names that a file's imports and `require` calls bind, in the order of the text but imports first. */
export function eachBinding(skeleton: Skeleton, bind: (binding: Binding) => void): void {
  for (const span of skeleton.imports) bindImport(skeleton, span, bind);
  const { calls, tokens } = skeleton;
  for (let index = 0; index < calls.length; index++) {
    if (!REQUIRE.hasKey(calls.startKeys[index]!)) continue;
    const start = calls.starts[index]!;
    if (calls.nameTokens[index] === start && isText(tokens, start, "require"))
      bindRequire(skeleton, calls.at(index), bind);
  }
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

function bindImport(skeleton: Skeleton, span: TokenSpan, bind: (binding: Binding) => void): void {
  const { tokens, atoms } = skeleton;
  let quoted = "";
  for (let index = span.end - 1; index > span.start; index--) {
    if (tokens.kinds[index] === TokenKind.String) quoted = tokenText(tokens, index);
    if (atoms[index] === Word.from) break;
  }
  if (quoted === "") return;
  for (let index = span.start + 1; index < span.end && atoms[index] !== Word.from; index++) {
    if (atoms[index] === Atom.OpenBrace) {
      bindPattern(
        skeleton,
        { start: index + 1, end: span.end },
        { quoted, path: "", isRequired: false },
        Word.as,
        bind,
      );
      return;
    }
    const isName =
      tokens.kinds[index] === TokenKind.Identifier && atoms[index] !== Word.as && atoms[index] !== Word.type;
    const isWhole = atoms[index - 1] === Word.as;
    if (isName)
      bind({ local: tokenText(tokens, index), quoted, path: isWhole ? "" : "default", isRequired: false });
  }
}

/** `a, b as c` or `a, b: c` between braces. */
function bindPattern(
  skeleton: Skeleton,
  span: TokenSpan,
  { quoted, path, isRequired }: Omit<Binding, "local">,
  renames: number,
  bind: (binding: Binding) => void,
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
    const local = tokenText(tokens, index);
    bind({ local, quoted, path: path === "" ? member : `${path}.${member}`, isRequired });
  }
}

/** `const a = require("m").b`, `const { a, b: c } = require("m")`, `import a = require("m")`. */
function bindRequire(
  skeleton: Skeleton,
  call: { readonly start: number; readonly open: number; readonly end: number },
  bind: (binding: Binding) => void,
): void {
  const { tokens, atoms } = skeleton;
  if (tokens.kinds[call.open + 1] !== TokenKind.String) return;
  const quoted = tokenText(tokens, call.open + 1);
  const names: string[] = [];
  let end = call.end;
  while (atoms[end] === Atom.Dot && tokens.kinds[end + 1]! <= TokenKind.Keyword) {
    names.push(tokenText(tokens, end + 1));
    end += 2;
  }
  const path = names.join(".");
  if (atoms[end] === Atom.OpenParenthesis && path !== "") return;
  const left = call.start - 2;
  if (atoms[call.start - 1] !== Atom.Equals || left < 0) return;
  if (tokens.kinds[left] === TokenKind.Identifier) {
    bind({ local: tokenText(tokens, left), quoted, path, isRequired: true });
  } else if (atoms[left] === Atom.CloseBrace) {
    const open = tokens.match[left]!;
    const span = { start: open + 1, end: left };
    if (open >= 0) bindPattern(skeleton, span, { quoted, path, isRequired: true }, Atom.Colon, bind);
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
