import { childrenOf, type Node } from "../../instrument/tree.ts";
import type { Condition } from "./conditions.ts";
import { followed } from "./constants.ts";
import { plain, within, type Expression } from "./expression.ts";

/** The module, as it is imported, whose answer a condition asks: `bcryptjs` of `const match = await bcrypt.compare(a, b); if (match) …`. */
export function importAsked(condition: Condition): string | undefined {
  const asked = "test" in condition ? condition.test : condition.switched;
  let one = followed(asked);
  while (one.node.type === "AwaitExpression" || one.node.type === "UnaryExpression")
    one = followed(within(one, "argument"));
  if (one.node.type !== "CallExpression") return undefined;
  let callee = plain(within(one, "callee"));
  while (callee.node.type === "MemberExpression") callee = plain(within(callee, "object"));
  return specifierOf(callee);
}

/** Of what module a name is imported, by `import` or `require`. */
function specifierOf({ node, tree }: Expression): string | undefined {
  const [definition] = tree.variableOf(node)?.defs ?? [];
  if (definition === undefined) return undefined;
  const declared = definition.node as unknown as Node;
  const isImport = definition.type === "ImportBinding";
  const source = isImport
    ? tree.parentOf(declared)?.["source"]
    : required(declared["init"] as Node | undefined);
  const specifier = (source as Node | undefined)?.["value"];
  return typeof specifier === "string" ? specifier : undefined;
}

function required(init: Node | null | undefined): Node | undefined {
  const isCall = init?.type === "CallExpression" && (init["callee"] as Node)["name"] === "require";
  return isCall ? childrenOf(init)[1] : undefined;
}
