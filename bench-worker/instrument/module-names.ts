import { childrenOf, isNode, namesIn, type Node, type Tree } from "./tree.ts";

/** What a module declares a name as. */
export type DeclaredAs = "variable" | "function" | "class";

/** What a module declares at its top, exported or not. */
export function topDeclarations({ body }: Node): Node[] {
  return (body as Node[]).flatMap((statement) => {
    const { declaration } = statement as { declaration?: unknown };
    return isNode(declaration) ? [declaration] : [statement];
  });
}

/** The names that a module declares at its top. */
export function declaredNames(program: Node): Map<string, DeclaredAs> {
  const names = new Map<string, DeclaredAs>();
  for (const declaration of topDeclarations(program)) {
    const { id } = declaration as { id?: unknown };
    if (declaration.type === "VariableDeclaration") {
      for (const { id: pattern } of declaration["declarations"] as Node[])
        for (const name of namesIn(pattern as Node)) names.set(name, "variable");
    } else if (declaration.type === "FunctionDeclaration" && isNode(id)) {
      names.set(String(id["name"]), "function");
    } else if (declaration.type === "ClassDeclaration" && isNode(id)) {
      names.set(String(id["name"]), "class");
    }
  }
  return names;
}

/**
 * The variables of a module to which its text assigns a new `WeakMap` or `WeakSet`: what compilers, and people, keep private members of
 * instances in.
 *
 * @param block What has the module's own statements.
 */
export function weakNamesIn({ text, program }: Tree, block: Node): string[] {
  if (!WEAK.test(text)) return [];
  const declared = declaredNames(block);
  const names = new Set<string>();
  const visit = (node: Node): void => {
    const [to, value] =
      node.type === "VariableDeclarator"
        ? [node["id"], node["init"]]
        : node.type === "AssignmentExpression"
          ? [node["left"], node["right"]]
          : [];
    if (isNode(to) && to.type === "Identifier" && isNode(value) && isNewWeak(value))
      names.add(String(to["name"]));
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return [...names].filter((name) => declared.get(name) === "variable");
}

const WEAK = /\bnew\s+Weak(?:Map|Set)\b/;
const WEAK_CLASSES = new Set(["WeakMap", "WeakSet"]);

function isNewWeak(node: Node): boolean {
  return node.type === "NewExpression" && WEAK_CLASSES.has(String((node["callee"] as Node)["name"]));
}
