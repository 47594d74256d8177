import type { PlayedScenario } from "../contract/played-scenario.ts";
import type { LoadedTarget } from "./load/load-target.ts";
import { nameInProject } from "./load/package-name.ts";
import type { Shape } from "./load/stand-ins.ts";

type Fact = NonNullable<PlayedScenario["values"]>[number];

/** What was learnt of a target by attempts that failed, so that its call came to its end: each with the rule that told it. */
export function learntFacts({
  standIns,
  fakes,
}: Pick<LoadedTarget, "standIns"> & { fakes: Pick<LoadedTarget["fakes"], "corrected"> }): Fact[] {
  const { replaced, replacedFiles, isolation, takesMade, corrections } = standIns;
  const { shapes, because, promises, plain, lists, freeNames } = corrections;
  const inferred = (what: string, text: string, rule: string | undefined): Fact => ({
    what,
    origin: "inferred",
    text,
    ...(rule === undefined ? {} : { rule }),
  });
  const standIn = (what: string, rule: string): Fact => ({ what, origin: "stand-in", rule });
  const value = (name: string): string => (name.startsWith("*.") ? `every ${name.slice(1)}` : name);
  return [
    ...(isolation === null
      ? []
      : [inferred("the function", `is taken out of its ${OUT_OF[isolation]}`, "apart")]),
    ...(takesMade ? [inferred("the function", "is the one that other code makes", "made")] : []),
    ...[...replaced].map((name) => standIn(`package ${name}`, "package-made-up")),
    ...[...replacedFiles.keys()].map((file) => standIn(`file ${nameInProject(file)}`, "failing-file")),
    ...[...freeNames].map((name) => standIn(`global ${name}`, "free-name")),
    ...[...new Map([...fakes.corrected, ...shapes])].map(([name, shape]) =>
      inferred(value(name), shapeText(shape), because.get(name) ?? "call-refused-it"),
    ),
    ...[...promises].map((name) => inferred(`call of ${name}`, "gives a promise", because.get(name))),
    ...[...plain].map((name) => inferred(`call of ${name}`, "gives no promise", because.get(name))),
    ...[...lists].map((name) => inferred(name, "a list", "list-elsewhere")),
  ];
}

const OUT_OF = { closure: "surroundings", alone: "module" };

const MADE = {
  buffer: "a buffer",
  json: "text that holds JSON",
  "json-bytes": "bytes that hold JSON",
  list: "a list",
  object: "an object",
  url: "a URL",
  fake: "a stand-in",
  promise: "a promise",
};

function shapeText(shape: Shape): string {
  if ("instanceOf" in shape) return `an instance of ${shape.instanceOf}`;
  if ("make" in shape) return MADE[shape.make];
  return typeof shape.value === "string" ? JSON.stringify(shape.value) : String(shape.value);
}
