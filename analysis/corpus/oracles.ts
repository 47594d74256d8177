import { parse as parseWithBabel, type ParserPlugin } from "@babel/parser";
import { parse as parseTypeScript } from "@typescript-eslint/typescript-estree";
import { parse as parseWithEspree } from "espree";
import * as esprimaModule from "esprima";

import type { Language } from "../model.ts";

// Esprima's bundle calls itself an ES module and is none: some loaders put all it has under `default`.
const esprima = "default" in esprimaModule ? (esprimaModule.default as typeof esprimaModule) : esprimaModule;

/** Who says what the tokens of a text are. */
export type OracleName = "esprima" | "espree" | "typescript-estree" | "babel";

/** The tokens of a text as an oracle sees them: where each begins and ends. */
export interface OracleTokens {
  readonly oracle: OracleName;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Esprima's tokens, as the public count is defined; undefined where Esprima cannot parse the text. */
export function esprimaTokens(text: string): OracleTokens | undefined {
  try {
    const { tokens } = esprima.parseScript(text, { tolerant: true, tokens: true, jsx: true, range: true });
    return fromRanges("esprima", tokens ?? []);
  } catch {
    return undefined;
  }
}

/** Espree's tokens of modern JavaScript, as a module or else as a script; undefined where it is neither. */
export function espreeTokens(text: string): OracleTokens | undefined {
  for (const sourceType of ["module", "script", "commonjs"] as const) {
    try {
      const program = parseWithEspree(text, {
        ecmaVersion: "latest",
        sourceType,
        ecmaFeatures: { jsx: true },
        tokens: true,
        range: true,
      });
      if ("tokens" in program && Array.isArray(program.tokens)) return fromRanges("espree", program.tokens);
    } catch {
      // The next kind of source may do.
    }
  }
  return undefined;
}

/** typescript-estree's tokens; undefined where the text is not valid. */
export function typeScriptTokens(text: string, jsx: boolean): OracleTokens | undefined {
  try {
    const { tokens } = parseTypeScript(text, { jsx, tokens: true, range: true, loc: false });
    return fromRanges("typescript-estree", tokens);
  } catch {
    return undefined;
  }
}

/**
 * Babel's tokens as the public count has them; undefined where the text is not valid. Mapped are what Babel 7 counts
 * otherwise: template literals, of which it makes quotes, text and `${` tokens of their own; `#` and the name behind it;
 * the hashbang, which is a comment.
 */
export function babelTokens(text: string, language: Language): OracleTokens | undefined {
  const isTyped = language === "ts" || language === "tsx";
  const plugins: ParserPlugin[] = ["decorators", "decoratorAutoAccessors", "explicitResourceManagement"];
  if (language !== "ts") plugins.push("jsx");
  // In a file of declarations a constant needs no value.
  const kinds: ParserPlugin[][] = isTyped ? [[["typescript", {}]], [["typescript", { dts: true }]]] : [[]];
  for (const kind of kinds) {
    for (const sourceType of ["module", "script", "commonjs"] as const) {
      try {
        const { tokens } = parseWithBabel(text, {
          sourceType,
          plugins: [...plugins, ...kind],
          tokens: true,
          allowReturnOutsideFunction: true,
          allowUndeclaredExports: true,
        });
        return fromBabel(tokens ?? []);
      } catch {
        // The next kind of source may do.
      }
    }
  }
  return undefined;
}

function fromBabel(tokens: readonly unknown[]): OracleTokens {
  const starts: number[] = [];
  const ends: number[] = [];
  /** Whether the next token is part of the last one: the name behind `#`, what ends a piece of a template. */
  let joinsNext = false;
  for (const token of tokens) {
    const { label, start, end } = babelToken(token);
    if (label === "eof" || label === "#!..." || label.startsWith("Comment")) continue;
    if (joinsNext || label === "template") ends[ends.length - 1] = end;
    else {
      starts.push(start);
      ends.push(end);
    }
    joinsNext = label === "#" || label === "template";
  }
  return { oracle: "babel", starts, ends };
}

function babelToken(token: unknown): {
  readonly label: string;
  readonly start: number;
  readonly end: number;
} {
  if (
    typeof token !== "object" ||
    token === null ||
    !("type" in token) ||
    !("start" in token) ||
    !("end" in token)
  )
    throw new Error("babel gave something that is no token");
  const { type, start, end } = token;
  const label =
    typeof type === "object" && type !== null && "label" in type ? String(type.label) : String(type);
  return { label, start: Number(start), end: Number(end) };
}

/** The tokens by the rule of the public count: Esprima's, and those of a modern parser where Esprima has none. */
export function oracleTokens(text: string, language: Language): OracleTokens | undefined {
  if (language === "ts" || language === "tsx") return typeScriptTokens(text, language === "tsx");
  return esprimaTokens(text) ?? espreeTokens(text);
}

function fromRanges(oracle: OracleName, tokens: readonly object[]): OracleTokens {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const token of tokens) {
    if (!("range" in token) || !Array.isArray(token.range)) throw new Error(`${oracle} gave no ranges`);
    starts.push(Number(token.range[0]));
    ends.push(Number(token.range[1]));
  }
  return { oracle, starts, ends };
}
