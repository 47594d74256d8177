import type { Fact, Shape } from "../contract/fact.ts";
import { VALUE_CHARACTERS_AT_MOST, type PlayedScenario } from "../contract/played-scenario.ts";
import { settingOf, settingOfValue } from "../contract/setting.ts";
import type { LoadedTarget } from "./load/load-target.ts";
import { nameInProject } from "./load/package-name.ts";

type Value = NonNullable<PlayedScenario["values"]>[number];

/**
 * What was learnt of a target by the types in its project, and by attempts that failed, so that its call came to its end: each with the rule that
 * told it.
 */
export function learntFacts({
  standIns: { isolation, takesMade, facts },
  fakes,
}: Pick<LoadedTarget, "standIns"> & {
  fakes: Pick<LoadedTarget["fakes"], "corrected" | "instances">;
}): Value[] {
  return [
    ...[...(fakes.instances?.classes ?? [])].map(([what, name]): Value => ({
      ...{ what, origin: "typed", text: `an instance of ${name}`, rule: "class-of-type" },
    })),
    ...(isolation === null
      ? []
      : [inferred("the function", `is taken out of its ${OUT_OF[isolation]}`, "apart")]),
    ...(takesMade ? [inferred("the function", "is the one that other code makes", "made")] : []),
    ...[...fakes.corrected, ...facts].map(worded),
  ];
}

function worded(fact: Fact): Value {
  const { because: rule } = fact;
  switch (fact.about) {
    case "value":
      return {
        ...inferred(fact.name.replace(/^\*/, "every "), shapeText(fact.is), rule),
        // Items of a list of an instance are no value that a fakes file gives.
        ...(rule === "own-lists" ? {} : settingOfValue(fact.name)),
      };
    case "operation":
      return inferred(`call of ${fact.name}`, GIVES[fact.is], rule);
    case "variable":
      return {
        ...inferred(`process.env.${fact.name}`, JSON.stringify(fact.is), rule),
        ...settingOf("environment", fact.name),
      };
    case "stream":
      return inferred(fact.name, "a list", rule);
    case "file":
    case "unloaded-file":
      return { what: `file ${nameInProject(fact.name)}`, origin: "stand-in", rule };
    case "package":
    case "global":
      return { what: `${fact.about} ${fact.name}`, origin: "stand-in", rule };
    case "missing-files":
      return { what: "files of the project that are not there", origin: "stand-in", rule };
    case "line":
      return {
        what: `what ${fact.member} is read of at line ${fact.line} of ${nameInProject(fact.name)}`,
        ...{ origin: "stand-in", rule },
      };
    case "lines":
      return inferred("text that fake I/O gives", "has several lines", rule);
    case "branch":
      return inferred(
        `the branch at line ${fact.line} of ${nameInProject(fact.name)}`,
        typeof fact.is === "boolean" ? `is taken for ${fact.is}` : TAKES[fact.is],
        rule,
      );
    case "files":
      return { what: "files that are not there", origin: "stand-in", rule };
    case "classes":
      return { what: "what types name as classes of the project", origin: "stand-in", rule };
    case "instances":
      return inferred("each call", "has an instance of its own", rule);
    case "exit":
      return inferred("the call", "ends the process", rule);
  }
}

const TAKES = { case: "takes the first case", once: "is taken for false after one round" };

function inferred(what: string, text: string, rule: string): Value {
  return { what, origin: "inferred", text: text.slice(0, VALUE_CHARACTERS_AT_MOST), rule };
}

const GIVES = {
  promise: "gives a promise",
  plain: "gives no promise",
  "goes-on": "gives a promise, and calls back",
};

const OUT_OF = { closure: "surroundings", alone: "module" };

const MADE = {
  buffer: "a buffer",
  json: "text that holds JSON",
  "json-bytes": "bytes that hold JSON",
  date: "the text of a date",
  lines: "text with several lines",
  list: "a list",
  object: "an object",
  record: "an object with keys",
  url: "a URL",
  fake: "a stand-in",
  promise: "a promise",
  bigint: "1",
  nothing: "undefined",
};

/** What a value of a shape is, as the object of a sentence. */
export function shapeText(shape: Shape): string {
  if ("classOf" in shape)
    return `an instance of ${shape.exported === "default" ? `what ${nameInProject(shape.classOf)} exports` : shape.exported}`;
  if ("instanceOf" in shape) return `an instance of ${shape.instanceOf}`;
  if ("make" in shape) return MADE[shape.make];
  return typeof shape.value === "string" ? JSON.stringify(shape.value) : String(shape.value);
}
