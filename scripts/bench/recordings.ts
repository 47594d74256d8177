import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { clonesFolder, cloneOf } from "./recordings/clones.ts";
import { isSame, judge, type Judged } from "./recordings/judge.ts";
import { REPOSITORIES } from "./recordings/repositories.ts";
import { chosenRepositories } from "./recordings/chosen.ts";
import { RECORDER, withBundles, WORKER } from "./worker-bundle.ts";

/**
 * Runs the suites of public repositories without and with the recorder, and plays what was recorded.
 *
 * @param parameters `--only NAME` (several), `--folder DIR` with the clones, `--each` tells of each function that has no recording
 * and of each call that did not play, but for repositories that are held out; `--json FILE` writes all of it down.
 */
export async function recordings(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      only: { type: "string", multiple: true },
      folder: { type: "string", default: clonesFolder() },
      each: { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const folder = path.resolve(values.folder);
  const missing: string[] = [];
  const judged = await withBundles(
    {
      counter: "scripts/bench/recordings/count-calls.ts",
      ...RECORDER,
      ...WORKER,
    },
    async (bundles) => {
      const all: Judged[] = [];
      for (const repository of chosenRepositories(REPOSITORIES, values.only)) {
        const clone = await cloneOf(repository, folder);
        if (clone.state === "missing") {
          missing.push(`${repository.name}: ${clone.why}`);
          process.stderr.write(`${missing.at(-1)!}\n`);
          continue;
        }
        const one = await judge(repository, clone.folder, {
          counter: path.join(bundles, "counter.cjs"),
          recorder: path.join(bundles, "recorder.cjs"),
          worker: path.join(bundles, "worker.cjs"),
        });
        process.stderr.write(`${row(one)}\n`);
        if (values.each && !one.isHeldOut) process.stderr.write(eachOf(one));
        all.push(one);
      }
      return all;
    },
  );
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(judged, null, 1)}\n`);
  return report(judged, missing);
}

function report(judged: readonly Judged[], missing: readonly string[]): string {
  const groups = [
    ["all that were worked at", judged.filter(({ isHeldOut }) => !isHeldOut)],
    ["all that were held out", judged.filter(({ isHeldOut }) => isHeldOut)],
    ["all", judged],
  ] as const;
  const rows = groups.flatMap(([title, own]) => {
    if (own.length === 0) return [];
    const each = own === judged ? [] : own.map(row);
    return [...each, `| **${title}** | | ${suitesOf(own)} | ${figuresOf(own)} |`];
  });
  const refused = judged.reduce((sum, { played }) => sum + (played.refused ?? 0), 0);
  return `Suites of public repositories, each at the commit that \`scripts/bench/recordings/repositories.ts\` names, run without and with the recorder. Called are the project's asynchronous functions that the engine's own counts of a run without the recorder show to be called; recorded are those of which a call is kept. Played is every kept call; the same is one that made the same I/O calls in the same order and came to the same end. The last column has the functions that are measured by a recorded call: their usual one, or one of those that are tried where that does not play. Repositories that were held out were not looked into while recorder and replay were worked on.

| repository | kind, runner | its suite recorded | called | recorded | calls kept | played the same | functions |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

Calls that tried real I/O when they were played, and were kept from it: ${refused}.

| why not the same | calls | for example |
| --- | --- | --- |
${reasonsOf(judged).join("\n")}
${missing.map((why) => `\n- Left out: ${why}`).join("")}`.trim();
}

function row(one: Judged): string {
  const { name, kind, runner } = one;
  return `| ${name} | ${kind}; ${runner} | ${suiteOf(one)} | ${figuresOf([one])} |`;
}

function suiteOf({ plain, recorded, runs }: Judged): string {
  const counts = ({ summary, code }: Judged["plain"]): string =>
    summary === null
      ? `exit code ${code}`
      : `${summary.passed} passed${summary.failed > 0 ? `, ${summary.failed} failed` : ""}`;
  const again = runs === 1 ? "" : `, at run ${runs}`;
  if (isSame(plain, recorded)) return `${counts(recorded)}, as without${again}`;
  return `${counts(recorded)}; without ${counts(plain)}; ${runs} runs`;
}

function suitesOf(judged: readonly Judged[]): string {
  const same = judged.filter(({ plain, recorded }) => isSame(plain, recorded)).length;
  return `${same} of ${judged.length} as without`;
}

function figuresOf(judged: readonly Judged[]): string {
  const sum = (of: (one: Judged) => number): number => judged.reduce((all, one) => all + of(one), 0);
  const called = sum((one) => one.called);
  const calls = sum(({ played }) => played.calls);
  const recorded = called - sum(({ notRecorded }) => notRecorded.length);
  return `${called} | ${share(recorded, called)} | ${calls} | ${share(
    sum(({ played }) => played.same),
    calls,
  )} | ${share(
    sum(({ played }) => played.functionsSame ?? 0),
    sum(({ played }) => played.functions ?? 0),
  )}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${part} (${Math.floor((100 * part) / whole)} %)`;
}

function reasonsOf(judged: readonly Judged[]): string[] {
  const byCode = new Map<string, { count: number; example: string }>();
  for (const { name, played, isHeldOut } of judged) {
    for (const { code, why, file, line, function: of } of played.different) {
      const known = byCode.get(code ?? "ended the process") ?? { count: 0, example: "" };
      known.count++;
      if (!isHeldOut && known.example === "")
        known.example = `${name} ${file}:${line} ${of}: ${why.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 160)}`;
      byCode.set(code ?? "ended the process", known);
    }
  }
  return [...byCode]
    .sort(([, one], [, other]) => other.count - one.count)
    .map(([code, { count, example }]) => `| ${code} | ${count} | ${example} |`);
}

function eachOf({ notRecorded, played }: Judged): string {
  return [
    ...notRecorded.map(({ file, line, name }) => `  not recorded: ${file}:${line} ${name}`),
    ...played.different.map(
      ({ file, line, function: of, call, code, why }) =>
        `  ${code ?? "ended the process"}: ${file}:${line} ${of}, call ${call}: ${why.replace(/\s+/g, " ").slice(0, 300)}`,
    ),
    "",
  ].join("\n");
}
