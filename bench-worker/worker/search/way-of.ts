import * as v from "valibot";
import { wayFlagsSchema, waySchema, type Way } from "../../way.ts";
import { LADDER } from "../attempts.ts";
import { ITEMS_OF_LISTS, type Shape } from "../load/stand-ins.ts";
import type { Lessons } from "./lessons.ts";
import type { Settings } from "./settings.ts";

type CarriedShape = Way["shapes"][number]["shape"];

/** What other processes are told of an attempt that got the target to run; undefined where JSON cannot carry it. */
export function wayOf(
  settings: Settings,
  lessons: Lessons,
  { patience, ioCalls, answers }: Pick<Way, "patience" | "ioCalls" | "answers">,
): Way | undefined {
  const { attempt, shapes } = settings;
  const way = {
    ...v.parse(wayFlagsSchema, settings),
    patience,
    ioCalls,
    ...(answers === undefined ? {} : { answers }),
    rung: attempt.rung,
    shapes: [...shapes].map(([name, shape]) => ({ name, shape: carried(shape) })),
    because: [...settings.because].map(([name, rule]) => ({ name, rule })),
    promises: [...settings.promises],
    plain: [...settings.plain],
    gaps: settings.gaps.map(({ line, member }) => ({ line, member })),
    freeNames: [...settings.freeNames],
    lists: [...settings.lists],
    ...(settings.standIns === null ? {} : { standIns: [...settings.standIns] }),
    replaced: [...lessons.replaced],
    replacedFiles: [...settings.replacedFiles.keys()],
    replacesMissing: lessons.replacesMissing,
    exits: lessons.exits,
  } satisfies Way;
  // What is longer than anybody reads is looked for again.
  const read = v.safeParse(waySchema, way);
  return read.success ? read.output : undefined;
}

/** What an attempt is made with that follows a way; undefined where there is no such attempt. */
export function settingsOf(way: Way): Settings | undefined {
  if (way.rung >= LADDER.length) return undefined;
  return {
    ...v.parse(wayFlagsSchema, way),
    attempt: { rung: way.rung },
    shapes: new Map(way.shapes.map(({ name, shape }) => [name, unpacked(shape)])),
    because: new Map((way.because ?? []).map(({ name, rule }) => [name, rule])),
    promises: new Set(way.promises),
    plain: new Set(way.plain),
    // What they threw, the process has told that looked for the way.
    replacedFiles: new Map(way.replacedFiles.map((file) => [file, ""])),
    gaps: [...way.gaps],
    freeNames: new Set(way.freeNames),
    lists: new Set(way.lists),
    itemsOfLists: ITEMS_OF_LISTS,
    standIns: way.standIns ?? null,
  };
}

function carried(shape: Shape): CarriedShape {
  if ("instanceOf" in shape) return { is: "instance", of: shape.instanceOf };
  if ("make" in shape) return { is: "made", make: shape.make };
  const { value } = shape;
  if (typeof value === "bigint") return { is: "bigint", digits: String(value) };
  return value === undefined ? { is: "value" } : { is: "value", value };
}

function unpacked(shape: CarriedShape): Shape {
  switch (shape.is) {
    case "value":
      return { value: shape.value };
    case "bigint":
      return { value: BigInt(shape.digits) };
    case "instance":
      return { instanceOf: shape.of };
    case "made":
      return { make: shape.make };
  }
}
