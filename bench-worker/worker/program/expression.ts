import type { Variable } from "eslint-scope";
import { isFunction, type Node } from "../../instrument/tree.ts";
import type { SourceTree } from "./source-tree.ts";

/** A piece of a program as it runs. */
export interface Expression {
  readonly node: Node;
  readonly tree: SourceTree;
  /** The call that goes on below it, of the function around it or of something that calls that; null where it is not known. */
  readonly below: () => Expression | null;
}

/** What a name or a pattern takes its value of, and the members on the way: `.rows[0]` of `const { rows: [row] } = answer`. */
interface Taken {
  readonly from: Expression;
  readonly path: string;
}

/** What a variable is where nothing in the program tells what it holds. */
interface Unknown {
  /** As stand-ins are named: what a parameter takes apart goes by `options`. */
  readonly name: string;
  /** Whether nothing else goes by that name. */
  readonly isParameter: boolean;
}

/** The same function's node below an expression. */
export function within(expression: Expression, key: string): Expression {
  return { ...expression, node: expression.node[key] as Node };
}

/** What is meant by what only a type checker, an operator or a pair of brackets is around. */
export function plain(expression: Expression): Expression {
  switch (expression.node.type) {
    case "ChainExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "TypeCastExpression":
    case "ParenthesizedExpression":
      return plain(within(expression, "expression"));
    case "SequenceExpression":
      return plain({ ...expression, node: (expression.node["expressions"] as Node[]).at(-1)! });
    default:
      return expression;
  }
}

/** Where the value of a name comes from; null where it is no value that anybody hands in: an error that is caught. */
export function sourceOf(name: Expression): Taken | Unknown | null {
  const { node, tree } = name;
  const own = String(node["name"]);
  const variable = tree.variableOf(node);
  const [definition] = variable?.defs ?? [];
  if (variable === undefined || definition === undefined) return { name: own, isParameter: false };
  const write = lastWrite(variable, name);
  if (write !== undefined) return write;
  if (definition.type === "Parameter") return parameter(name, definition.name as unknown as Node);
  return definition.type === "CatchClause" ? null : { name: own, isParameter: false };
}

/** What a variable was given last, in the order of the text: but for a default, `options = options || {}`. */
function lastWrite({ references, name }: Variable, use: Expression): Taken | undefined {
  const writes = references.filter((one) => one.isWrite() && one.identifier.range![0] < use.node.start);
  for (const { identifier } of writes.reverse()) {
    const { root, path } = patternAround(identifier as unknown as Node, use.tree);
    const declaration = use.tree.parentOf(root)!;
    const loop = root.type === "ForOfStatement" ? root : use.tree.parentOf(declaration);
    const isItem = loop === root || (loop?.type === "ForOfStatement" && loop["left"] === declaration);
    const value = (isItem ? loop["right"] : (root["init"] ?? root["right"])) as Node | null | undefined;
    const isItself = root.start <= use.node.start && use.node.end <= root.end;
    if (value == null || isItself || isFunction(root) || (path === "" && isDefault(root, value, name)))
      continue;
    return { from: { ...use, node: value }, path: isItem ? `[0]${path}` : path };
  }
  return undefined;
}

/** `options = options || {}`, `options ??= {}`, `name = name === undefined ? "a" : name`. */
function isDefault(root: Node, value: Node, name: string): boolean {
  if (root.type !== "AssignmentExpression") return false;
  const { operator } = root;
  if (operator === "||=" || operator === "??=") return true;
  const isItself = (node: unknown): boolean => (node as Node)["name"] === name;
  if (value.type === "LogicalExpression") return isItself(value["left"]);
  return (
    value.type === "ConditionalExpression" && (isItself(value["consequent"]) || isItself(value["alternate"]))
  );
}

/** What a parameter was given; of a function whose call is not known, what stand-ins in its place are called. */
function parameter(name: Expression, declared: Node): Taken | Unknown | null {
  const { tree } = name;
  const { root: around, path, top } = patternAround(declared, tree);
  if (!isFunction(around)) return null;
  const index = (around["params"] as Node[]).indexOf(top);
  const caller = callOf(around, name);
  if (caller !== null) {
    const given = argumentsOf(caller.node).at(index);
    const isKnown = given !== undefined && given.type !== "SpreadElement" && top.type !== "RestElement";
    return isKnown ? { from: { ...caller, node: given }, path } : null;
  }
  const call = tree.parentOf(around);
  const isCallback = call?.type === "CallExpression" && call["callee"] !== around;
  if (isCallback && index === 0) {
    const callee = plain({ ...name, node: call["callee"] as Node });
    const method = callee.node.type === "MemberExpression" ? memberName(callee.node) : undefined;
    const item = GIVES_ITEM.has(method ?? "") ? "[0]" : method === "then" ? "" : undefined;
    if (item !== undefined) return { from: within(callee, "object"), path: item + path };
  }
  if (isCallback && index === 1 && isErrorFirst(around)) return { from: { ...name, node: call }, path };
  const own = path === "" ? String(declared["name"]) : `options${path}`;
  return { name: own, isParameter: !isCallback };
}

/** Whether a callback takes an error, and then what was asked for. */
function isErrorFirst(callback: Node): boolean {
  const [first] = callback["params"] as Node[];
  return first?.type === "Identifier" && /^_?(?:e|er|err|error)$/i.test(String(first["name"]));
}

/** Methods that call back with each item of a list. */
const GIVES_ITEM: ReadonlySet<string> = new Set([
  "map",
  "forEach",
  "filter",
  "flatMap",
  "some",
  "every",
  "find",
]);

/** So many calls are gone down to that of a function around. */
const CALLS_AT_MOST = 5;

/** The call of a function that a place is in, or in one within it; null where it is not known, or something else calls that back. */
export function callOf(own: Node, { tree, ...place }: Expression): Expression | null {
  let one: Expression | null = { tree, ...place };
  for (let calls = 0; one !== null && calls < CALLS_AT_MOST; calls++) {
    const call: Expression | null = one.below();
    if (one.tree === tree && tree.functionAround(one.node) === own)
      return call !== null && isCallOf(own, call, tree) ? call : null;
    one = call;
  }
  return null;
}

function isCallOf(own: Node, { node: call, tree: of }: Expression, tree: SourceTree): boolean {
  const callee = call["callee"] as Node;
  const isWithin = of === tree && own.start <= call.start && call.end <= own.end;
  if ((call["arguments"] as Node[]).includes(own)) return false;
  if (callee.type !== "MemberExpression") return true;
  const name = nameOfFunction(own, tree);
  return (
    (name === undefined && !isWithin) ||
    name === (memberName(callee) === "call" ? lastNameOf(callee["object"] as Node) : memberName(callee))
  );
}

/** By which name a function is declared, or is a member; undefined where it has none. */
function nameOfFunction(own: Node, tree: SourceTree): string | undefined {
  const parent = tree.parentOf(own);
  const named = (own["id"] ?? parent?.["key"] ?? parent?.["id"] ?? parent?.["left"]) as Node | undefined;
  return named === undefined || named === own ? undefined : lastNameOf(named);
}

/** The name of a variable, or of a member that stands in the text; undefined for anything else. */
export function lastNameOf(node: Node): string | undefined {
  if (node.type === "MemberExpression") return memberName(node);
  return node.type === "PrivateIdentifier"
    ? `_${String(node["name"])}`
    : (node["name"] as string | undefined);
}

/** What a call is given, which `call` gives to what it is a member of. */
function argumentsOf(call: Node): readonly Node[] {
  const given = call["arguments"] as Node[];
  const callee = call["callee"] as Node;
  return callee.type === "MemberExpression" && memberName(callee) === "call" ? given.slice(1) : given;
}

/** What a name is declared or written in, and the members by which a pattern takes it of that. */
function patternAround(
  name: Node,
  tree: SourceTree,
): { readonly root: Node; readonly top: Node; readonly path: string } {
  let top = name;
  let path = "";
  for (;;) {
    const parent = tree.parentOf(top)!;
    switch (parent.type) {
      case "Property":
        path = `${parent["computed"] === true ? "[?]" : `.${String((parent["key"] as Node)["name"] ?? (parent["key"] as Node)["value"])}`}${path}`;
        break;
      case "ArrayPattern":
        path = `[${(parent["elements"] as (Node | null)[]).indexOf(top)}]${path}`;
        break;
      case "ObjectPattern":
      case "AssignmentPattern":
      case "RestElement":
        break;
      default:
        return { root: parent, top, path };
    }
    top = parent;
  }
}

/** The name of a member that stands in the text; undefined where it is computed. */
export function memberName(member: Node): string | undefined {
  const property = member["property"] as Node;
  if (member["computed"] === true) return property.type === "Literal" ? String(property["value"]) : undefined;
  const name = String(property["name"]);
  // A private name is a plain one where the function is taken out of its class.
  return property.type === "PrivateIdentifier" ? `_${name}` : name;
}

/** The last name of what a call is of; empty where it has none. */
export function calledName(call: Node): string {
  let callee = call["callee"] as Node;
  // Compilers call what is imported so, to keep `this` from it: `(0, db.get)(…)`.
  if (callee.type === "SequenceExpression") callee = (callee["expressions"] as Node[]).at(-1)!;
  return lastNameOf(callee) ?? "";
}

/** Whether a node is a call, or `new`, that makes an error by its name: `new TypeError()`, `createError(400)`. */
export function isErrorMade(node: Node): boolean {
  const isCall = node.type === "CallExpression" || node.type === "NewExpression";
  return isCall && /(?:error|exception)$/i.test(calledName(node));
}

/** Whether a call asserts its first argument. */
export function isAssertion(call: Node): boolean {
  return call.type === "CallExpression" && /^(?:assert|invariant|ok)$/.test(calledName(call));
}
