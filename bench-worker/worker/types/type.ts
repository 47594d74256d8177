import { alternativesOf } from "./alternatives.ts";
import { endOfBracket, endOfPart, partsOf } from "./type-text.ts";

/** A type as TypeScript or JSDoc writes it, and where the names in it are looked up. */
export interface Type {
  readonly text: string;
  readonly scope: Scope;
}

/** Finds what a name of a type stands for: `Item`, `schema.Item`, `import("./item").Item`. */
export interface Scope {
  find(name: string): Declared | undefined;
  /** Where the class of a name is declared, or from which package the name is taken. */
  origin?(name: string): TypeOrigin | undefined;
}

/** Where a type comes from: a class of the project's, as its file exports it, or a package, `type` as that calls it: `Knex.Transaction`. */
export type TypeOrigin =
  | { readonly file: string; readonly exported: string; readonly isAbstract: boolean }
  | { readonly packageName: string; readonly type: string };

/** What declares a type. */
export interface Declared {
  /** What it stands for: of an interface all that it extends and its own members, of an enum its values. */
  readonly text: string;
  readonly scope: Scope;
  /** The names of its own parameters. */
  readonly parameters: readonly string[];
}

/** Nothing is declared anywhere. */
export const NO_TYPES: Scope = { find: () => undefined };

const NAME = String.raw`(?:import\s*\(\s*["'][^"'\n]+["']\s*\)\.)?[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*`;
const REFERENCE = new RegExp(String.raw`^(${NAME})\s*(?:\.?<([^]*)>)?$`, "u");
/** `InstanceType<typeof Octokit>` is what that class makes. */
const OF_INSTANCE = new RegExp(String.raw`^InstanceType<\s*typeof\s+(${NAME})\s*>$`, "u");
const OF_PARAMETER = /^Parameters<([^]+)>\[(\d+)\]$/;
/** Types that are named after others, and so on. */
const NAMES_AT_MOST = 10;

/**
 * Where a type comes from, or the first of its alternatives that comes from anywhere: a name, with arguments of its own or without, as `Repository<User>`,
 * or one that stands for such a name: `type Db = Knex | Knex.Transaction`.
 */
export function originOf({ text, scope }: Type, step = 0): TypeOrigin | undefined {
  for (const one of alternativesOf(withoutParentheses(text))) {
    const [, name, given = ""] = REFERENCE.exec(OF_INSTANCE.exec(one)?.[1] ?? one) ?? [];
    if (name === undefined) continue;
    const origin = scope.origin?.(name);
    if (origin !== undefined) return origin;
    const declared = step < NAMES_AT_MOST ? scope.find(name) : undefined;
    const found =
      declared && originOf({ ...declared, scope: withArguments(declared, given, scope) }, step + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Makes instances of the project's own classes, for values of some names. */
export interface ClassInstances {
  of(name: string, origin: Extract<TypeOrigin, { readonly file: string }>): object | undefined;
  /** The classes of those that there are, by the names of the values that they were made for. */
  readonly classes: ReadonlyMap<string, string>;
  /** Why there is none, by the names. */
  readonly failures: ReadonlyMap<string, string>;
}

/** What a type stands for where it is a name that is declared somewhere; itself where it is not. */
export function resolved(type: Type): Type {
  let known: Type = { ...type, text: withoutParentheses(type.text) };
  for (let step = 0; step < NAMES_AT_MOST; step++) {
    const [, of, position] = OF_PARAMETER.exec(known.text) ?? [];
    if (of !== undefined) {
      const parameter = parameterOf({ text: of, scope: known.scope }, Number(position));
      if (parameter === undefined) return known;
      known = parameter;
    }
    const [, name, given = ""] = REFERENCE.exec(known.text) ?? [];
    // `A<B> & C<D>` is no one name.
    if (endOfPart(given, 0, "") < given.length) return known;
    const declared = name === undefined ? undefined : known.scope.find(name);
    if (declared === undefined) return known;
    known = { text: withoutParentheses(declared.text), scope: withArguments(declared, given, known.scope) };
  }
  return known;
}

/** Alternatives that are looked at: generated unions share their members in many ways. */
const ALTERNATIVES_AT_MOST = 300;

/** The alternatives of a type, those of the names among them in their places, each once. */
export function alternativesIn(type: Type): readonly Type[] {
  const found: Type[] = [];
  const seen = new Map<Scope, Set<string>>();
  const add = (one: Type, depth: number): void => {
    const known = resolved(one);
    const texts = seen.get(known.scope) ?? new Set<string>();
    seen.set(known.scope, texts);
    if (texts.has(known.text) || found.length >= ALTERNATIVES_AT_MOST) return;
    texts.add(known.text);
    const parts = alternativesOf(known.text);
    if (parts.length > 1 && depth <= NAMES_AT_MOST)
      for (const text of parts) add({ text, scope: known.scope }, depth + 1);
    else if (parts.length > 0) found.push(known);
  };
  add(type, 0);
  return found;
}

/** The type of a function's parameter; undefined where it is no function, or has none there. */
function parameterOf(type: Type, position: number): Type | undefined {
  const { text, scope } = resolved(type);
  const open = /^(?:<[^()]*>\s*)?\(/.exec(text)?.[0].length;
  if (open === undefined) return undefined;
  const own = partsOf(text.slice(open, endOfBracket(text, open)))[position];
  const written = /^[\p{ID_Continue}$]+\s*(?:\?\s*)?:([^]+)$/u.exec(own ?? "")?.[1];
  return written === undefined ? undefined : { text: written.trim(), scope };
}

/** The type that a function gives, and what is waited for of a promise of it; undefined where it is no function. */
export function answerOf(type: Type): Type | undefined {
  const { text, scope } = resolved(type);
  const open = /^(?:<[^()]*>\s*)?\(/.exec(text)?.[0].length;
  if (open === undefined) return undefined;
  const rest = text.slice(endOfBracket(text, open) + 1);
  const given = /^\s*=>\s*([^]+)$/.exec(rest)?.[1];
  return given === undefined ? undefined : awaited({ text: given.trim(), scope });
}

/** What is waited for of a promise; any other type as it is. */
export function awaited(type: Type): Type {
  const { text, scope } = resolved(type);
  const inner = /^(?:Promise|PromiseLike)\.?<([^]*)>$/.exec(text)?.[1];
  return inner === undefined ? type : { text: inner.trim(), scope };
}

function withArguments({ parameters, scope }: Declared, given: string, outer: Scope): Scope {
  if (given === "" || parameters.length === 0) return scope;
  const parts = partsOf(given);
  const bound = new Map<string, Declared>();
  for (const [at, name] of parameters.entries()) {
    const text = parts[at];
    if (text !== undefined) bound.set(name, { text, scope: outer, parameters: [] });
  }
  return {
    find: (name) => bound.get(name) ?? scope.find(name),
    origin: (name) => (bound.has(name) ? undefined : scope.origin?.(name)),
  };
}

function withoutParentheses(text: string): string {
  let known = text.trim();
  while (known.startsWith("(") && endOfBracket(known, 1) === known.length - 1) {
    known = known.slice(1, -1).trim();
  }
  return known;
}
