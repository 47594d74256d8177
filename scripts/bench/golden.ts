import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { callAll } from "./corpus/calls.ts";
import { draw } from "./corpus/draw.ts";
import { packageFunctions, placeOf, type CorpusFunction } from "./corpus/functions.ts";
import { differencesFrom, goldenOf, goldenText, parseGolden } from "./corpus/golden.ts";
import { HELD_OUT, PACKAGES } from "./corpus/packages.ts";
import type { CalledFunction } from "./corpus/record.ts";
import { withBundle } from "./worker-bundle.ts";

const FILE = new URL("corpus/golden.jsonl", import.meta.url);

/**
 * Calls functions of the corpus as `corpus --calls` does, and tells what became of them otherwise than the golden record has it:
 * state, reason, I/O calls with their places and depths, and remarks, function by function.
 *
 * @param parameters `--sample N` of the functions in the record, drawn by `--seed N` (1); all without it. `--package NAME`: those of
 * one package. `--accept` takes what they come to now into the record.
 */
export async function golden(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
      package: { type: "string" },
      accept: { type: "boolean", default: false },
    },
  });
  const record = parseGolden(await readFile(FILE, "utf8"));
  const places = [...record.keys()].filter(
    (place) => values.package === undefined || place.startsWith(`${values.package} `),
  );
  const asked = new Set(
    values.sample === undefined ? places : draw(places, Number(values.sample), Number(values.seed)),
  );
  const functions: CorpusFunction[] = [];
  for (const one of [...PACKAGES, ...HELD_OUT])
    functions.push(...(await packageFunctions(one)).filter((each) => asked.has(placeOf(each))));
  const called: CalledFunction[] = [];
  await withBundle("scripts/bench/corpus/calls-process.ts", (processFile) =>
    callAll(functions, processFile, (answer) => {
      called.push({ place: placeOf(functions[answer.index]!), answer });
      process.stderr.write(`\r${called.length} of ${functions.length}`);
    }),
  );
  process.stderr.write("\n");
  const now = goldenOf(called);
  const gone = [...asked].filter((place) => !now.has(place));
  const differences = [...differencesFrom(record, now), ...gone.map((place) => `${place}\n  is gone`)];
  if (values.accept) {
    const left = [...record].filter(([place]) => !gone.includes(place));
    await writeFile(FILE, goldenText(new Map([...left, ...now])));
  }
  const accepted = values.accept && differences.length > 0 ? "; they are in the record now" : "";
  return `${differences.map((one) => `${one}\n`).join("")}${now.size} of ${record.size} functions of the record called, ${differences.length} otherwise than it has them${accepted}`;
}
