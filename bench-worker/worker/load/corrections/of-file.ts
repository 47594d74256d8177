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
    (condition) => "test" in condition && wishesFile(followed(condition.test).node, condition.was),
  );
}

/** Whether a test that was true, or false, would be otherwise where a file is there: `!fs.existsSync(file)` that was true. */
function wishesFile(test: Node, was: boolean): boolean {
  if (test.type === "UnaryExpression" && test["operator"] === "!")
    return wishesFile(test["argument"] as Node, !was);
  if (test.type === "LogicalExpression")
    return [test["left"], test["right"]].some((one) => wishesFile(one as Node, was));
  if (test.type === "CallExpression" && calledName(test) === "existsSync") return !was;
  return (
    (test.type === "CallExpression" && READS.has(calledName(test))) ||
    childrenOf(test).some((one) => wishesFile(one, was))
  );
}

const READS: ReadonlySet<string> = new Set(["statSync", "lstatSync", "readdirSync"]);
