import { childrenOf, type Node } from "../../../instrument/tree.ts";
import { missingFiles } from "../../fakes/fs-answers.ts";
import { framesOf, stackOf } from "../../io/call-site.ts";
import { calledName } from "../../program/expression.ts";
import { followed } from "../../program/constants.ts";
import { checkReached, type TextOf } from "../../program/reached-check.ts";

/** Whether an error tells that a file was not there: by itself, or by the check that made it, `if (!fs.existsSync(file)) throw …`. */
export function asksForFile(error: unknown, textOf: TextOf): boolean {
  if (error instanceof Error && missingFiles.has(error)) return true;
  return checkReached(framesOf(stackOf(error)), textOf).some(
    (condition) => "test" in condition && asks(followed(condition.test).node),
  );
}

function asks(node: Node): boolean {
  const isAsked = node.type === "CallExpression" && ASKS.has(calledName(node));
  return isAsked || childrenOf(node).some(asks);
}

const ASKS: ReadonlySet<string> = new Set(["existsSync", "statSync", "lstatSync", "readdirSync"]);
