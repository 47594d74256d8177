import { patternLabel } from "../../analysis/pattern.ts";
import { counted, quantity, TIME_UNITS } from "../../bench-worker/quantity.ts";
import type { FunctionNode } from "./tree-model.ts";
import type { IndexState } from "./function-index.ts";

/** What a function is called; many have no name, and then the line tells them apart. */
export function rowLabel({ name, position }: Pick<FunctionNode, "name" | "position">): string {
  return name === "(anonymous)" ? `${name}, line ${position.line}` : name;
}

/** What stands beside a function's name: `302 tokens · 7 I/O · 1.2 µs/call · async/await`. Side bars are narrow: numbers come first. */
export function rowDescription(node: FunctionNode, isGrouped: boolean): string {
  const { tokens, ioCalls, pattern, runner, path } = node;
  return [
    counted(tokens, "token"),
    ...(ioCalls === 0 ? [] : [`${ioCalls} I/O`]),
    ...timeOf(node),
    patternLabel(pattern, runner),
    ...(isGrouped ? [] : [path]),
  ].join(" · ");
}

function timeOf({ nanosecondsPerCall, isStale }: FunctionNode): string[] {
  if (nanosecondsPerCall === undefined) return [];
  return [`${quantity(nanosecondsPerCall, TIME_UNITS, 2)}/call${isStale ? " (edited since)" : ""}`];
}

/** What the mouse tells of a function. */
export function rowTooltip(node: FunctionNode): string {
  const calls = node.ioCalls === 0 ? "no I/O calls" : counted(node.ioCalls, "I/O call");
  const pattern = patternLabel(node.pattern, node.runner);
  const described = [counted(node.tokens, "token"), pattern, ...timeOf(node), calls].join(" · ");
  return `${node.name}\n${described}\n${node.path}:${node.position.line}`;
}

/** What stands above the tree; undefined where there is nothing to say. */
export function viewMessage(state: IndexState, shown: string | undefined): string | undefined {
  const parts = shown === undefined ? [] : [shown];
  if (state.kind === "reading" && state.files > 0) {
    parts.push(`Reading: ${state.read} of ${counted(state.files, "file")}.`);
  } else if (state.kind === "cancelled") {
    parts.push(`Stopped after ${state.read} of ${counted(state.files, "file")}. Refresh to read the rest.`);
  } else if (state.kind === "done") {
    if (state.tooMany) {
      parts.push(`Only the first ${state.files} files were read. Leave folders out by search.exclude.`);
    }
    const [first, ...others] = state.tooLarge;
    if (first !== undefined) {
      const which = others.length === 0 ? `: ${first}. Open it` : `, among them ${first}. Open one`;
      parts.push(
        `${counted(state.tooLarge.length, "large file")} left out${which} to have its functions here, unless it is over asyncCost.maximumFileSizeMegabytes.`,
      );
    }
  }
  return parts.length === 0 ? undefined : parts.join(" ");
}
