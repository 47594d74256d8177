import { plainName } from "./plain-name.ts";
import { childrenOf, isNode, type Node, type Tree } from "./tree.ts";

/** Where a method of a class is found once the class is there. */
export interface MethodOfClass {
  /** Of the class. */
  readonly line: number;
  /** As the text of a replay has it: private ones have a plain name there. */
  readonly key: string;
  readonly isStatic: boolean;
}

/**
 * The method of a class whose text starts at an offset; null where there is none, or its name is computed.
 */
export function methodOfClass({ program, text }: Tree, start: number): MethodOfClass | null {
  const visit = (node: Node, around: Node | null): MethodOfClass | null => {
    if (node.start > start || node.end <= start) return null;
    if (node.type === "MethodDefinition" && node.start === start) return methodIn(node, around!, text);
    const inner = node.type === "ClassDeclaration" || node.type === "ClassExpression" ? node : around;
    for (const child of childrenOf(node)) {
      const found = visit(child, inner);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(program, null);
}

function methodIn(method: Node, { loc }: Node, text: string): MethodOfClass | null {
  const { key, kind, computed, static: isStatic } = method;
  if (!isNode(key) || kind !== "method" || computed === true) return null;
  const name = key.type === "Literal" ? String(key["value"]) : plainName(text.slice(key.start, key.end));
  return { line: loc.start.line, key: name, isStatic: isStatic === true };
}
