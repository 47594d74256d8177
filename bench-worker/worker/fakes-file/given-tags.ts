import path from "node:path";
import { functionTags, type FunctionTag } from "../../../analysis/tags/function-tags.ts";
import { KINDS_TO_CHOOSE } from "../../fakes-file/kinds.ts";
import type { TargetSource } from "../../protocol.ts";
import { FakesFileError } from "./fakes-file-error.ts";
import type { GivenFunction, GivenOperation } from "./schema.ts";

/** What the tags before a function give for it. */
export interface GivenByTags {
  readonly given: GivenFunction;
  /** The lines of its operations. */
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * Reads `@asyncCostArguments [JSON, …]` and `@asyncCostFake NAME KIND [JSON]` in the comment before a function.
 *
 * @throws {FakesFileError} where one of them is wrong.
 */
export function givenByTags({ file, text }: Pick<TargetSource, "file" | "text">, start: number): GivenByTags {
  const lines = new Map<string, number>();
  const fakes: Record<string, GivenOperation> = {};
  let listed: unknown[] | undefined;
  for (const tag of functionTags(text, start)) {
    const wrong = (what: string): FakesFileError =>
      new FakesFileError(`${path.basename(file)}, line ${tag.line}: ${what}`);
    if (tag.name === "asyncCostArguments") listed = listOf(tag, wrong);
    else if (tag.name === "asyncCostFake") {
      const { expression, ...operation } = operationOf(tag, wrong);
      fakes[expression] = operation;
      lines.set(expression, tag.line);
    } else throw wrong(`there is no tag @${tag.name}; there are @asyncCostArguments and @asyncCostFake.`);
  }
  return { given: { ...(listed === undefined ? {} : { arguments: listed }), fakes }, lines };
}

type Wrong = (what: string) => FakesFileError;

function listOf({ text }: FunctionTag, wrong: Wrong): unknown[] {
  const value = parsed(text);
  if (Array.isArray(value)) return value as unknown[];
  throw wrong('@asyncCostArguments takes a list as JSON, such as @asyncCostArguments ["a.txt", 7].');
}

function operationOf({ text }: FunctionTag, wrong: Wrong): GivenOperation & { expression: string } {
  const [, expression = "", word = "", json = ""] = /^(\S+)\s+(\S+)\s*(.*)$/.exec(text) ?? [];
  const kind = KINDS_TO_CHOOSE.find((one) => one === word);
  if (kind === undefined) {
    throw wrong(
      `@asyncCostFake takes a name and one of ${KINDS_TO_CHOOSE.join(", ")}, such as @asyncCostFake db.get promise.`,
    );
  }
  if (json === "") return { expression, kind };
  const value = parsed(json);
  if (value === undefined) throw wrong(`what ${expression} returns must be JSON, such as {"size": 7}.`);
  return { expression, kind, returns: value };
}

/** Undefined where it is no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
