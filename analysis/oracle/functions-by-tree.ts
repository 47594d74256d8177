import { parse as parseTypeScript } from "@typescript-eslint/typescript-estree";
import { parse as parseJavaScript } from "espree";
import type { Language } from "../model.ts";

/** One function as a real parser sees it. Offsets are UTF-16 code units. */
export interface TreeFunction {
  readonly start: number;
  readonly end: number;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** The name that the tree gives it, or "" where nothing near it names it. */
  readonly name: string;
  /** Index of the function around it; -1 for none. */
  readonly parent: number;
}

interface TreeNode {
  readonly type: string;
  readonly range: readonly [number, number];
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === "object" && value !== null && "type" in value && "range" in value;
}

/**
 * All functions of a well-formed text, found by way of a syntax tree: slow, independent of the finder, and so what the
 * finder is tested against. A method starts at its first modifier or key. Throws where the parser does.
 */
export function functionsByTree(text: string, language: Language): TreeFunction[] {
  const found: { -readonly [K in keyof TreeFunction]: TreeFunction[K] }[] = [];
  visit(parseTree(text, language), undefined, -1);
  const order = found
    .map((_, index) => index)
    .sort((a, b) => found[a]!.start - found[b]!.start || found[b]!.end - found[a]!.end);
  const newIndex = new Map(order.map((old, index) => [old, index]));
  return order.map((old) => ({ ...found[old]!, parent: newIndex.get(found[old]!.parent) ?? -1 }));

  function visit(node: TreeNode, holder: TreeNode | undefined, parent: number): void {
    let around = parent;
    if (isFunction(node) && isNode(node.body)) {
      const isMethod = holder !== undefined && holdsMethod(holder, node);
      around = found.length;
      found.push({
        start: isMethod ? startOfMember(holder) : node.range[0],
        end: node.range[1],
        isAsync: node.async === true,
        isGenerator: node.generator === true,
        name: nameOf(node, holder, text),
        parent,
      });
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === "parent") continue;
      // A method's computed key and decorators stand outside of its function.
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, node, around);
    }
  }

  function startOfMember(member: TreeNode): number {
    const decorators = Array.isArray(member.decorators) ? member.decorators.filter(isNode) : [];
    const last = decorators.at(-1);
    if (last === undefined) return member.range[0];
    return last.range[1] + (/^(?:\s|\/\*[^]*?\*\/|\/\/.*)*/.exec(text.slice(last.range[1]))?.[0].length ?? 0);
  }
}

function parseTree(text: string, language: Language): TreeNode {
  const jsx = language !== "ts";
  if (language === "ts" || language === "tsx") {
    return parseTypeScript(text, { range: true, jsx, errorOnUnknownASTType: false }) as unknown as TreeNode;
  }
  const options = { range: true, ecmaVersion: "latest", ecmaFeatures: { jsx } } as const;
  try {
    return parseJavaScript(text, { ...options, sourceType: "module" }) as unknown as TreeNode;
  } catch {
    return parseJavaScript(text, {
      ...options,
      sourceType: "script",
      ecmaFeatures: { jsx, globalReturn: true },
    }) as unknown as TreeNode;
  }
}

function isFunction(node: TreeNode): boolean {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

function holdsMethod(holder: TreeNode, node: TreeNode): boolean {
  if (holder.value !== node) return false;
  if (holder.type === "MethodDefinition") return true;
  return holder.type === "Property" && (holder.method === true || holder.kind !== "init");
}

function nameOf(node: TreeNode, holder: TreeNode | undefined, text: string): string {
  const source = (value: unknown): string => (isNode(value) ? text.slice(...value.range) : "");
  if (isNode(node.id)) return source(node.id);
  if (holder === undefined) return "";
  if (holder.type === "VariableDeclarator" && holder.init === node) {
    return isNode(holder.id) && holder.id.type === "Identifier" ? String(holder.id.name) : "";
  }
  const isMember = ["Property", "MethodDefinition", "PropertyDefinition", "AccessorProperty"].includes(
    holder.type,
  );
  return isMember && holder.value === node && holder.computed !== true ? source(holder.key) : "";
}
