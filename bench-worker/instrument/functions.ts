import { childrenOf, isFunction, isNode, type Node, type Position, type Tree } from "./tree.ts";

/** A function of a text. */
export interface FunctionInText {
  readonly node: Node;
  /** With its class: `Orders.place`; `callback of list.map` where it has no name. */
  readonly name: string;
  /** Where its text begins: with `async`, the method's name or the arrow function's parameters. Columns count from 0. */
  readonly start: Position;
  /** Offsets of its text. */
  readonly from: number;
  readonly to: number;
  /** Functions around it. */
  readonly depth: number;
}

/** All functions of a tree in the order of the text, outer ones before those in them. */
export function functionsIn(tree: Tree): FunctionInText[] {
  return foundIn(tree, (node, parent) => (isFunction(node) ? wholeOf(node, parent) : null));
}

/** All classes of a tree in the order of the text, told as functions are. */
export function classesIn(tree: Tree): FunctionInText[] {
  return foundIn(tree, (node) =>
    node.type === "ClassDeclaration" || node.type === "ClassExpression" ? node : null,
  );
}

/** @param wholeOf What has the text of a node that is looked for; null for another one. */
function foundIn(
  { text, program }: Tree,
  wholeOf: (node: Node, parent: Node | undefined) => Node | null,
): FunctionInText[] {
  const found: FunctionInText[] = [];
  const visit = (node: Node, parents: readonly Node[], depth: number): void => {
    const whole = wholeOf(node, parents.at(-1));
    if (whole !== null) {
      const { from, start } = beginningOf(whole, text);
      found.push({ node, name: nameOf(node, parents, text), start, from, to: whole.end, depth });
    }
    const around = [...parents, node];
    const below = isFunction(node) ? depth + 1 : depth;
    for (const child of childrenOf(node)) visit(child, around, below);
  };
  visit(program, [], 0);
  return found;
}

/** Where a class begins, or a method behind its decorators: they are no part of what it does. */
function beginningOf(
  { type, start: from, loc, decorators }: Node,
  text: string,
): { from: number; start: Position } {
  const isClass = type.startsWith("Class");
  const last = isClass ? undefined : (decorators as readonly Node[] | undefined)?.at(-1);
  if (last === undefined) return { from, start: loc.start };
  SPACE.lastIndex = last.end;
  const [space] = SPACE.exec(text)!;
  const { line, column } = last.loc.end;
  const lines = space.split(LINE_END);
  const before = lines.length === 1 ? column : 0;
  const start = { line: line + lines.length - 1, column: before + lines.at(-1)!.length };
  return { from: last.end + space.length, start };
}

const SPACE = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** A method with its name; any other function itself. */
function wholeOf(node: Node, parent: Node | undefined): Node {
  const isMethod =
    parent !== undefined &&
    parent["value"] === node &&
    (parent.type === "MethodDefinition" || (parent.type === "Property" && isMethodOfObject(parent)));
  return isMethod ? parent : node;
}

function isMethodOfObject(property: Node): boolean {
  return property["method"] === true || property["kind"] === "get" || property["kind"] === "set";
}

function nameOf(node: Node, parents: readonly Node[], text: string): string {
  const parent = parents.at(-1);
  const own = node["id"];
  if (isNode(own)) return String(own["name"]);
  if (parent === undefined) return "anonymous";
  switch (parent.type) {
    case "MethodDefinition":
    case "PropertyDefinition": {
      const name = keyOf(parent, text);
      const classNode = parents.findLast(
        ({ type }) => type === "ClassDeclaration" || type === "ClassExpression",
      )!;
      const className = isNode(classNode["id"])
        ? String(classNode["id"]["name"])
        : variableOf(classNode, parents);
      return className === undefined ? name : `${className}.${name}`;
    }
    case "Property":
      return keyOf(parent, text);
    case "VariableDeclarator":
    case "AssignmentPattern":
    case "AssignmentExpression": {
      const left = (parent["id"] ?? parent["left"]) as Node;
      return left.type === "Identifier" || left.type === "MemberExpression"
        ? sourceOf(left, text)
        : "anonymous";
    }
    case "CallExpression":
    case "NewExpression":
      return `callback of ${sourceOf(parent["callee"] as Node, text)}`;
    case "ExportDefaultDeclaration":
      return "default";
    default:
      return "anonymous";
  }
}

function variableOf(classNode: Node, parents: readonly Node[]): string | undefined {
  const around = parents[parents.indexOf(classNode) - 1];
  const id = around?.type === "VariableDeclarator" ? (around["id"] as Node) : undefined;
  return id?.type === "Identifier" ? String(id["name"]) : undefined;
}

function keyOf(property: Node, text: string): string {
  const key = property["key"] as Node;
  if (property["computed"] === true) return `[${sourceOf(key, text)}]`;
  return key.type === "Literal" ? String(key["value"]) : sourceOf(key, text);
}

/** Longer texts of what is called are shortened. */
const EXPRESSION_AT_MOST = 60;

/** The text of a node on one line, as a name for it: `db.get`, `(…).json`. */
export function sourceOf(node: Node, text: string): string {
  // Compilers call what is imported so, to keep `this` from it: `(0, db.get)(…)`.
  if (node.type === "SequenceExpression") return sourceOf((node["expressions"] as Node[]).at(-1)!, text);
  const object = node.type === "MemberExpression" ? (node["object"] as Node) : undefined;
  if (object !== undefined && !isPlainName(object)) {
    const property = node["property"] as Node;
    const name = text.slice(property.start, property.end);
    return `${sourceOf(object, text)}${node["computed"] === true ? `[${name}]` : `.${name}`}`.slice(
      -EXPRESSION_AT_MOST,
    );
  }
  if (object === undefined && !isPlainName(node)) {
    return isCall(node) ? `${sourceOf(node["callee"] as Node, text)}(…)`.slice(-EXPRESSION_AT_MOST) : "(…)";
  }
  return text.slice(node.start, node.end).replace(/\s+/g, "").slice(-EXPRESSION_AT_MOST);
}

/** What a call is of, as a name for it: of what promisify has made at once it is what that was given. */
export function calledName(callee: Node, text: string): string {
  const [given] = callee.type === "CallExpression" ? (callee["arguments"] as Node[]) : [];
  const isOfGiven =
    given !== undefined && isPlainName(given) && MAKES_SAME.test(sourceOf(callee["callee"] as Node, text));
  return sourceOf(isOfGiven ? given : callee, text);
}

const MAKES_SAME = /(?:^|\.)promisify$/;

function isCall({ type }: Node): boolean {
  return type === "CallExpression" || type === "NewExpression";
}

function isPlainName(node: Node): boolean {
  switch (node.type) {
    case "Identifier":
    case "ThisExpression":
    case "Super":
    case "PrivateIdentifier":
    case "PrivateName":
      return true;
    case "MemberExpression":
      return isPlainName(node["object"] as Node) && isPlainKey(node);
    default:
      return false;
  }
}

function isPlainKey(member: Node): boolean {
  return member["computed"] !== true || (member["property"] as Node).type === "Literal";
}
