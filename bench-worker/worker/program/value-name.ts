import { sourceOf as textOf } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { symbolName } from "../fakes/universal/symbols.ts";
import { anywhere } from "../load/corrections/fake-name.ts";
import { followed } from "./constants.ts";
import { memberName, plain, sourceOf, within, type Expression } from "./expression.ts";

/** So many steps are gone from what is asked to what it comes from. */
const STEPS_AT_MOST = 12;

/**
 * What a stand-in in the place of an expression's value is called: `db.status` of `status` where `const { status } = db`; a variable of
 * which nothing is known goes by its own name, whatever it was taken of. Undefined for what is no value that anybody hands in.
 */
export function standInNameOf(expression: Expression): string | undefined {
  const path = pathOf(expression, STEPS_AT_MOST);
  return path?.startsWith("*") === true ? anywhere(path.slice(1)) : path;
}

/** A path begins with a star where its first name is that of a variable of which nothing is known. */
function pathOf(expression: Expression, steps: number): string | undefined {
  const one = plain(expression);
  const { node } = one;
  if (steps === 0) return undefined;
  const of = (key: string): string | undefined => pathOf(within(one, key), steps - 1);
  switch (node.type) {
    case "ThisExpression":
      return "this";
    case "Identifier": {
      const source = sourceOf(one);
      if (source === null) return undefined;
      if ("name" in source) return source.isParameter ? source.name : `*${source.name}`;
      // What an instance is called that the text makes nobody can tell but by its variable.
      if (source.from.node.type === "NewExpression" && source.path === "") return `*${String(node["name"])}`;
      return behind(pathOf(source.from, steps - 1), source.path);
    }
    case "MemberExpression": {
      const key = memberName(node) ?? symbolIn(within(one, "property"));
      const given = isOfThis(node) ? givenBefore(one) : undefined;
      const path = given === undefined ? undefined : pathOf(given, steps - 1);
      if (path !== undefined) return path;
      if (key === undefined && isCounter(within(one, "property"))) return behind(of("object"), "[0]");
      return key === undefined ? undefined : behind(of("object"), /^\d+$/.test(key) ? `[${key}]` : `.${key}`);
    }
    case "CallExpression": {
      const [first] = node["arguments"] as Node[];
      const isSame = first !== undefined && textOf(node["callee"] as Node, one.tree.text) === "Object.create";
      return isSame ? pathOf({ ...one, node: first }, steps - 1) : behind(of("callee"), "()");
    }
    case "AwaitExpression":
      return of("argument");
    case "AssignmentExpression":
      return of("right");
    case "LogicalExpression":
      return node["operator"] === "&&" ? of("right") : (of("left") ?? of("right"));
    case "ConditionalExpression":
      // What is made of a value by a call, as of `path` in `root ? resolve(path) : path`, says less than the value.
      return [of("consequent"), of("alternate")].sort((a, b) => callsIn(a) - callsIn(b))[0];
    case "ObjectExpression": {
      const spread = (node["properties"] as Node[]).findLast(({ type }) => type === "SpreadElement");
      return spread === undefined
        ? undefined
        : pathOf(within({ ...one, node: spread }, "argument"), steps - 1);
    }
    default:
      return undefined;
  }
}

/** Whether a variable counts the rounds of a loop: `i` of `for (let i = 0; …)`. */
function isCounter({ node, tree }: Expression): boolean {
  const [definition] = tree.variableOf(node)?.defs ?? [];
  const declaration = definition?.parent as unknown as Node | null | undefined;
  return declaration != null && tree.parentOf(declaration)?.type === "ForStatement";
}

function callsIn(path = ""): number {
  return path.split("()").length;
}

function isOfThis(member: Node): boolean {
  return (member["object"] as Node).type === "ThisExpression";
}

/** What a member of `this` was given before, in the same function. */
function givenBefore({ node, tree, ...at }: Expression): Expression | undefined {
  const own = tree.functionAround(node);
  const find = (one: Node): Node | undefined => {
    if (one.start >= node.start || (isFunction(one) && one !== own)) return undefined;
    const left = one.type === "AssignmentExpression" ? (one["left"] as Node) : undefined;
    const isIt =
      left?.type === "MemberExpression" &&
      isOfThis(left) &&
      memberName(left) === memberName(node) &&
      one.end <= node.start;
    return childrenOf(one).reduce(
      (last, child) => find(child) ?? last,
      isIt ? (one["right"] as Node) : undefined,
    );
  };
  const value = own === undefined || memberName(node) === undefined ? undefined : find(own);
  return value === undefined ? undefined : { ...at, tree, node: value };
}

function behind(path: string | undefined, members: string): string | undefined {
  return path === undefined ? undefined : `${path}${members}`;
}

/** What a member is called that goes by a symbol: `status` of `this[kStatus]` where `const kStatus = Symbol("status")`. */
function symbolIn(key: Expression): string | undefined {
  const { node, tree } = followed(key);
  if (node.type !== "CallExpression") return undefined;
  const callee = node["callee"] as Node;
  const [given] = node["arguments"] as Node[];
  if (!/^Symbol(?:\.for)?$/.test(tree.text.slice(callee.start, callee.end))) return undefined;
  return typeof given?.["value"] === "string"
    ? symbolName({ description: given["value"] } as symbol)
    : undefined;
}
