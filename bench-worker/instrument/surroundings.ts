import { analyze, type Scope, type Variable } from "eslint-scope";
import { childrenOf, isFunction, isNode, isOnlyForTypes, type Node, type Tree } from "./tree.ts";

/** A variable that a function reads, or writes, of what stands around it. */
export interface SurroundingVariable {
  readonly name: string;
  /** Functions around its declaration: 0 is the module's own, -1 has none: it is a global. */
  readonly depth: number;
}

/** Code that reads a variable where its function stands. */
export function readOf({ name, depth }: SurroundingVariable): string {
  return depth < 0 ? `globalThis.${name}` : name;
}

/**
 * What each function and class of a tree takes from around it, by its node: variables whose value only a call can tell. Imports, and
 * functions and classes at the top of the module, are what loading the module makes of them, and left out.
 *
 * @param wrapper The function that a module system has put around the module.
 * @param isGlobal Whether a name that nothing declares is a global of the program's own.
 */
export function surroundingsOf(
  { program }: Tree,
  wrapper: Node | null = null,
  isGlobal: (name: string) => boolean = () => false,
): Map<Node, readonly SurroundingVariable[]> {
  const surroundings = new Map<Node, readonly SurroundingVariable[]>();
  for (const { block, used, undeclared } of scopesOf(program)) {
    const found = new Map<string, SurroundingVariable>();
    const globals = [...undeclared, ...(isFunction(block) ? membersOfGlobal(block) : [])].filter(isGlobal);
    for (const name of globals) found.set(name, { name, depth: -1 });
    for (const resolved of used) {
      if (isMadeByLoading(resolved, wrapper)) continue;
      found.set(resolved.name, { name: resolved.name, depth: depthOf(resolved.scope, wrapper) });
    }
    surroundings.set(block, [...found.values()]);
  }
  return surroundings;
}

/** The variables that each function and class of a program uses and that are declared around it, by its node, each once. */
export function variablesAround(program: Node): Map<Node, readonly Variable[]> {
  return new Map(scopesOf(program).map(({ block, used }) => [block, used]));
}

/** The members of the global object that a function names so: `global.timeout`. */
function membersOfGlobal(node: Node): string[] {
  const object =
    node.type === "MemberExpression" && node["computed"] !== true ? (node["object"] as Node) : null;
  const isOfGlobal = object?.type === "Identifier" && GLOBAL_OBJECT.has(String(object["name"]));
  const own = isOfGlobal ? [String((node["property"] as Node)["name"])] : [];
  return [...own, ...childrenOf(node).flatMap(membersOfGlobal)];
}

const GLOBAL_OBJECT = new Set(["global", "globalThis"]);

interface UsingScope {
  /** A function, or a class. */
  readonly block: Node;
  readonly used: readonly Variable[];
  /** Names that no text declares. */
  readonly undeclared: readonly string[];
}

/** The scopes of a program, outer ones before those in them. */
export function scopesIn(program: Node): readonly Scope[] {
  const manager = analyze(
    program as never,
    {
      ecmaVersion: 2024,
      sourceType: program["sourceType"] === "module" ? "module" : "commonjs",
      optimistic: true,
      // What stands for a type names nothing that runs.
      fallback: (node: Node) => (isOnlyForTypes(node) ? [] : Object.keys(node)),
    } as never,
  );
  return manager.scopes;
}

function scopesOf(program: Node): UsingScope[] {
  return scopesIn(program).flatMap((scope) => {
    const block = scope.block as unknown as Node;
    const isClass = scope.type === "class";
    if (!isClass && (scope.type !== "function" || !isFunction(block))) return [];
    const through = isClass ? [...extendedBy(scope), ...scope.through] : scope.through;
    const used = through.flatMap((one) => (one.resolved === null ? [] : [one.resolved]));
    const undeclared = isClass
      ? []
      : through.flatMap((one) => (one.resolved === null ? [one.identifier.name] : []));
    return [{ block, used: [...new Set(used)], undeclared }];
  });
}

/** The names by which a class says what it extends, which stand outside of its scope. */
function extendedBy({ block, upper }: Scope): Scope["references"] {
  const { superClass } = block as unknown as Node;
  if (!isNode(superClass)) return [];
  return upper!.references.filter(({ identifier }) => {
    const { start } = identifier as unknown as Node;
    return superClass.start <= start && start < superClass.end;
  });
}

/** Functions around what a scope declares. */
function depthOf(scope: Scope, wrapper: Node | null): number {
  let depth = 0;
  for (let around: Scope | null = scope; around !== null; around = around.upper) {
    // What Node puts around a CommonJS module is no function of it.
    const block = around.block as unknown as Node;
    if (around.type === "function" && isFunction(block) && block !== wrapper) depth++;
  }
  return depth;
}

function isMadeByLoading({ defs, scope, name }: Variable, wrapper: Node | null): boolean {
  // What Node gives a module, and what the engine has.
  if (defs.length === 0 || name === "arguments") return true;
  return defs.some(({ type, node }) => {
    if (type === "ImportBinding") return true;
    if (type === "Parameter" && (node as unknown as Node) === wrapper) return true;
    if (depthOf(scope, wrapper) > 0) return type === "ClassName" && scope.type === "class";
    if (type === "FunctionName" || type === "ClassName") return true;
    const init = (node as unknown as Node)["init"];
    return type === "Variable" && isNode(init) && isMadeOnce(init);
  });
}

/** Whether a module's variable is a function, a class or of what an import gives. */
function isMadeOnce(init: Node): boolean {
  return isFunction(init) || init.type === "ClassExpression" || imports(init);
}

function imports(node: Node): boolean {
  if (isFunction(node)) return false;
  if (node.type === "ImportExpression") return true;
  const callee = node.type === "CallExpression" ? (node["callee"] as Node) : null;
  // Vite's name for it in what it compiles.
  if (callee?.type === "Identifier" && isImporting(String(callee["name"]))) return true;
  return childrenOf(node).some(imports);
}

/** Whether a function of this name loads a module. */
export function isImporting(name: string): boolean {
  return IMPORTS.test(name);
}

const IMPORTS = /^(?=\w+$)(?:require$|__vi\w*import)/;
