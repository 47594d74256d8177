import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { memberName, plain, sourceOf, within, type Expression } from "./expression.ts";

/** What a constant may be. */
export type Constant = string | number | boolean | bigint | null | undefined;

/** So many names are followed from one to the next. */
const STEPS_AT_MOST = 10;

/** What an expression is, where that stands in the text: `OPEN` of `const OPEN = 1`, `STATES.OPEN`, `Socket.OPEN`; null where it does not. */
export function constantOf(expression: Expression): { readonly value: Constant } | null {
  const { node, tree } = followed(expression);
  switch (node.type) {
    case "Literal":
      if (typeof node["bigint"] === "string") return { value: BigInt(node["bigint"]) };
      return node["regex"] === undefined ? { value: node["value"] as Constant } : null;
    case "TemplateLiteral": {
      const [{ value } = { value: {} }] = node["quasis"] as { value: { cooked?: string } }[];
      return (node["expressions"] as Node[]).length === 0 ? { value: value.cooked } : null;
    }
    case "Identifier":
      return node["name"] === "undefined" && tree.variableOf(node) === undefined
        ? { value: undefined }
        : null;
    case "UnaryExpression": {
      if (node["operator"] === "void") return { value: undefined };
      const of = constantOf(within({ ...expression, node, tree }, "argument"));
      if (of === null || typeof of.value === "bigint") return null;
      if (node["operator"] === "-") return { value: -Number(of.value) };
      return node["operator"] === "!" ? { value: of.value === false || of.value === 0 } : null;
    }
    default:
      return null;
  }
}

/** The items of a list, or a `Set` of one, or the values of an object, that stand in the text; null for anything else. */
export function listOf(expression: Expression): readonly Constant[] | null {
  const list = unwrapped(followed(expression));
  const nodes = list.node.type === "ArrayExpression" ? (list.node["elements"] as (Node | null)[]) : null;
  const values = nodes?.map((node) => (node === null ? null : { ...list, node })) ?? valuesIn(list);
  const items = values?.map((value) => (value === null ? null : constantOf(value))) ?? [null];
  return items.every((item) => item !== null) ? items.map(({ value }) => value) : null;
}

/** What stands in `Object.values(KINDS)`; undefined for anything else. */
function valuesIn(call: Expression): Expression[] | undefined {
  const { node, tree } = call;
  const callee = node["callee"] as Node | undefined;
  if (callee === undefined || tree.text.slice(callee.start, callee.end) !== "Object.values") return undefined;
  const [given] = node["arguments"] as Node[];
  const holder = given === undefined ? undefined : unwrapped(followed({ ...call, node: given }));
  if (holder?.node.type !== "ObjectExpression") return undefined;
  const properties = holder.node["properties"] as Node[];
  return properties.map((one) => ({ ...holder, node: (one["value"] ?? one) as Node }));
}

/** The keys of an object, or a `Map`, that stands in the text and has something there; null for anything else. */
export function keysOf(expression: Expression): readonly string[] | null {
  const value = followed(expression);
  const { node } = unwrapped(fieldOf(value) ?? value);
  if (node.type === "ArrayExpression") {
    const pairs = node["elements"] as Node[];
    const keys = pairs.map((pair) => (pair["elements"] as Node[] | undefined)?.[0]?.["value"]);
    return keys.every((key) => typeof key === "string") ? keys : null;
  }
  if (node.type !== "ObjectExpression") return null;
  const properties = (node["properties"] as Node[]).filter(
    (one) => one.type === "Property" && one["computed"] !== true && !isNothing(one["value"] as Node),
  );
  return properties.map((one) => keyOf(one)!);
}

function isNothing({ type, value, name }: Node): boolean {
  return (
    (type === "Literal" && (value === null || value === false || value === "" || value === 0)) ||
    name === "undefined"
  );
}

/** `Object.freeze({ … })`, `new Set([ … ])`: what is in it. */
function unwrapped(expression: Expression): Expression {
  const { node, tree } = expression;
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return expression;
  const callee = node["callee"] as Node;
  const [given] = node["arguments"] as Node[];
  return given !== undefined && WRAPS.test(tree.text.slice(callee.start, callee.end))
    ? plain({ ...expression, node: given })
    : expression;
}

const WRAPS = /^(?:Object\.freeze|Set|Map)$/;

/** What a name or a member stands for, from one to the next as far as its text tells. */
export function followed(expression: Expression, steps = STEPS_AT_MOST): Expression {
  const one = plain(expression);
  const next = steps === 0 ? undefined : stepFrom(one, steps - 1);
  return next === undefined ? one : followed(next, steps - 1);
}

function stepFrom(one: Expression, steps: number): Expression | undefined {
  const { node } = one;
  if (node.type === "MemberExpression")
    return memberOf(() => followed(within(one, "object"), steps), memberName(node));
  const source = node.type === "Identifier" ? sourceOf(one) : null;
  return source !== null && "from" in source && source.path === "" ? source.from : undefined;
}

/** What stands in the text as the member of an object, of a class or of an enumeration. */
function memberOf(holding: () => Expression, key: string | undefined): Expression | undefined {
  if (key === undefined) return undefined;
  const holder = unwrapped(holding());
  const at = (node: unknown): Expression | undefined =>
    node == null ? undefined : { ...holder, node: node as Node };
  if (holder.node.type === "ObjectExpression") {
    // What is put there later is another value.
    const isChanged = assignedIn(holder.tree.program).includes(key);
    const property = (holder.node["properties"] as Node[]).find((one) => keyOf(one) === key);
    return isChanged ? undefined : at(property?.["value"]);
  }
  if (holder.node.type !== "Identifier") return undefined;
  const name = holder.node["name"];
  for (const declared of declarationsIn(holder.tree.program)) {
    if (declared.type === "ExpressionStatement") {
      const { left, right } = declared["expression"] as { left?: Node; right?: Node };
      const isOfIt = left?.type === "MemberExpression" && (left["object"] as Node)["name"] === name;
      if (isOfIt && memberName(left) === key) return at(right);
    }
    if ((declared["id"] as Node | null | undefined)?.["name"] !== name) continue;
    const members =
      declared.type === "ClassDeclaration" ? ((declared["body"] as Node)["body"] as Node[]) : [];
    const own = members.find((one) => one["static"] === true && keyOf(one) === key);
    if (own !== undefined) return at(own["value"]);
    if (declared.type === "TSEnumDeclaration") return at(enumMember(declared, key));
  }
  return undefined;
}

/** The statements of a module, without the `export` before them. */
function declarationsIn(program: Node): Node[] {
  return (program["body"] as Node[]).map((one) => (one["declaration"] as Node | null | undefined) ?? one);
}

/** What a member of an enumeration is; one that has no value is counted, from what was counted last. */
function enumMember(declared: Node, key: string): Node | undefined {
  let next = 0;
  for (const member of declared["members"] as Node[]) {
    const initial = member["initializer"] as Node | undefined;
    const value: Node = initial ?? { ...member, type: "Literal", value: next };
    const name = (member["id"] as Node)["name"] ?? (member["id"] as Node)["value"];
    if (name === key) return value;
    next = typeof value["value"] === "number" ? value["value"] + 1 : next + 1;
  }
  return undefined;
}

/** The name of a property; undefined where it is computed, or there is none. */
export function keyOf(property: Node): string | undefined {
  const key = property["key"] as Node | undefined;
  if (key === undefined || property["computed"] === true) return undefined;
  return String(key["name"] ?? key["value"]);
}

/** Names of the members that a module assigns at its top. */
function assignedIn(program: Node): (string | undefined)[] {
  const assigned = (node: Node | null | undefined): (string | undefined)[] => {
    if (node?.type !== "AssignmentExpression") return [];
    const left = node["left"] as Node;
    return [
      left.type === "MemberExpression" ? memberName(left) : undefined,
      ...assigned(node["right"] as Node),
    ];
  };
  return (program["body"] as Node[]).flatMap(({ expression }) => assigned(expression as Node | undefined));
}

/** The function that a call is of: declared in the text, the value of a variable, or a method or getter of the same class. */
export function functionOf(callee: Expression): Expression | undefined {
  const one = plain(callee);
  const { node, tree } = one;
  const value = followed(one);
  if (isFunction(value.node)) return value;
  const of = (found: unknown): Expression | undefined =>
    found == null ? undefined : { tree, node: found as Node, below: () => null };
  if (value.node.type === "Identifier") {
    const [definition] = tree.variableOf(value.node)?.defs ?? [];
    return definition?.type === "FunctionName" ? of(definition.node) : undefined;
  }
  const isOwn = node.type === "MemberExpression" && (node["object"] as Node).type === "ThisExpression";
  const name = isOwn ? memberName(node) : undefined;
  return name === undefined ? undefined : of(memberOfClass(one, "MethodDefinition", name));
}

/** What a field of the same class has at first: `handlers = { … }` of `this.handlers`. */
function fieldOf(one: Expression): Expression | undefined {
  const { node } = one;
  const isOwn = node.type === "MemberExpression" && (node["object"] as Node).type === "ThisExpression";
  const name = isOwn ? memberName(node) : undefined;
  const value = name === undefined ? undefined : memberOfClass(one, "PropertyDefinition", name);
  return value && { ...one, node: value };
}

/** The value of a member of the class around something. */
function memberOfClass({ node, tree }: Expression, type: string, name: string): Node | undefined {
  const body = [...tree.around(node)].find((around) => around.type === "ClassBody");
  const members = body === undefined ? [] : childrenOf(body);
  const own = members.find((member) => member.type === type && privateOr(member) === name);
  return (own?.["value"] as Node | null | undefined) ?? undefined;
}

function privateOr(member: Node): string | undefined {
  const key = member["key"] as Node;
  return key.type === "PrivateIdentifier" ? `_${String(key["name"])}` : keyOf(member);
}

/** The only value that a function gives which a call is given, in place or by a name; undefined where there is no such one. */
export function valueOfGiven(given: Expression): Expression | undefined {
  const called = isFunction(given.node) ? given : functionOf(given);
  return called === undefined ? undefined : onlyValueOf(called);
}

/** What a function gives, or the promise of it where that is waited for, that does nothing else than to give it; undefined for any other. */
export function onlyValueOf({ node: one, ...of }: Expression, isWaitedFor = false): Expression | undefined {
  if ((one["async"] === true && !isWaitedFor) || one["generator"] === true) return undefined;
  const body = one["body"] as Node;
  if (body.type !== "BlockStatement") return { ...of, node: body };
  const last = (body["body"] as Node[]).at(-1);
  const isAlone = (body["body"] as Node[]).every(
    (each) => each === last || each.type === "VariableDeclaration",
  );
  const given = last?.type === "ReturnStatement" && isAlone ? (last["argument"] as Node | null) : null;
  return given === null ? undefined : { ...of, node: given };
}
