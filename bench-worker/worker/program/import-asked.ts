import type { Condition } from "./conditions.ts";
import { followed } from "./constants.ts";
import { plain, sourceOf, within } from "./expression.ts";
import { importOf } from "./imported.ts";

/** The module, as it is imported, whose answer a condition asks: `bcryptjs` of `const match = await bcrypt.compare(a, b); if (match) …`. */
export function importAsked(condition: Condition): string | undefined {
  const asked = "test" in condition ? condition.test : condition.switched;
  let one = followed(asked);
  while (one.node.type === "AwaitExpression" || one.node.type === "UnaryExpression")
    one = followed(within(one, "argument"));
  if (one.node.type !== "CallExpression") return undefined;
  let callee = plain(within(one, "callee"));
  while (callee.node.type === "MemberExpression") callee = plain(within(callee, "object"));
  const source = callee.node.type === "Identifier" ? sourceOf(callee) : null;
  const from = source !== null && "from" in source ? source.from : callee;
  return importOf(from)?.specifier;
}
