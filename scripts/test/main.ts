import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { killTree } from "../../bench-worker/host/process-tree.ts";
import { build, isStale } from "../build.ts";
import { prepareEditor } from "../editor/prepare.ts";
import { findChromium } from "../find-chromium.mjs";
import { COUNTS_FILE, parseCounts } from "./counts.ts";
import { chooseParts, LANES, PARTS, type PartName } from "./parts.ts";
import { summary, type PartResult } from "./summary.ts";

/** `npm test`: see HELP. Ends with code 1 when a test failed or a part did not run. */

const HELP = `npm test [-- PART…]
Builds, checks and tests everything, or the named parts of it: ${PARTS.join(", ")}.
  check   types, rules and layout of the sources
  unit    the tests beside the sources, in Node
  cli     the packed command line, installed elsewhere
  editor  the suites of extension/test/ in a real VS Code's extension host
  window  extension/test/window/: that VS Code's window, driven as a person does
ASYNC_COST_GREP picks tests by name, ASYNC_COST_VSCODE the editor (an executable, or "registry"),
ASYNC_COST_HEADED=1 shows the window, UPDATE_PICTURES=1 renews docs/pictures/.`;

/** The check takes what the suites beside it leave: they wait for windows and workers that are slow where the processor is busy. */
const YIELDS = os.constants.priority.PRIORITY_LOW;

/** Processes for the unit tests: most of them wait for workers of their own, which need a core as well. */
const JOBS = Math.min(4, os.availableParallelism());

const root = path.join(import.meta.dirname, "..", "..");
const args = process.argv.slice(2);
if (args.includes("--help")) {
  console.log(HELP);
  process.exit(0);
}

const running = new Set<number>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const pid of running) killTree(pid);
    process.exit(130);
  });

type Print = (text: string) => void;

const results: PartResult[] = [];
/** What was printed by parts that ran beside another one that prints as it goes. */
let untold: string[] = [];
let isTelling = false;
try {
  const parts = chooseParts(args);
  // It takes a minute where the editor is not there yet. What is wrong with it is told by the part that needs it.
  const prepared = parts.includes("window") ? prepareEditor(() => undefined).catch(() => undefined) : null;
  // These need no build and read what it does not write.
  const checked = Promise.resolve(prepared).then(() => (parts.includes("check") ? runBeside("check") : null));
  if (parts.includes("build")) await runTelling("build", parts);
  const lanes = LANES.map((lane) => lane.filter((name) => parts.includes(name)));
  const [leading, ...others] = lanes.filter(({ length }) => length > 0);
  await Promise.all([
    checked,
    inTurn(leading ?? [], (name) => runTelling(name, parts)),
    ...others.map((lane) => inTurn(lane, (name) => runBeside(name))),
  ]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
results.sort((one, other) => PARTS.indexOf(one.name) - PARTS.indexOf(other.name));
const { lines, ok } = summary(results);
console.log(lines.join("\n"));
process.exit(ok ? 0 : 1);

async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (const one of all) await work(one);
}

/** Runs a part that prints as it goes; what others had to say meanwhile comes after it. */
async function runTelling(name: Exclude<PartName, "check">, parts: readonly PartName[]): Promise<void> {
  console.log(`\n── ${name} ──`);
  isTelling = true;
  results.push(await timed(name, () => (name === "build" ? runBuild(parts) : runSuite(name)), console.error));
  isTelling = false;
  for (const text of untold) console.log(text);
  untold = [];
}

/** Runs a part beside others, and tells what it printed when it is over. */
async function runBeside(name: Exclude<PartName, "build">): Promise<void> {
  let output = "";
  const print: Print = (text) => (output += text);
  const part = () => (name === "check" ? runCheck(print) : runSuite(name, print));
  results.push(await timed(name, part, print));
  const text = `\n── ${name} ──\n${output}`;
  if (isTelling) untold.push(text);
  else console.log(text);
}

async function runBuild(parts: readonly PartName[]): Promise<Outcome> {
  const suite = parts.includes("editor");
  // A whole run vouches for what the sources make, whatever lies about.
  if (parts.length === PARTS.length || isStale(root, { suite })) await build(root, { suite });
  return { state: "done" };
}

async function runCheck(print: Print): Promise<Outcome> {
  await run(tool("oxlint/bin/oxlint"), [], {}, print, YIELDS);
  await run(tool("oxfmt/bin/oxfmt"), ["--check", "."], {}, print, YIELDS);
  return { state: "done" };
}

type Outcome = { state: "done" } | { state: "counted"; counts: ReturnType<typeof parseCounts> };

/** What a part came to, and how long it took; one that throws is broken. */
async function timed(name: PartName, part: () => Promise<Outcome>, complain: Print): Promise<PartResult> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  try {
    const outcome = await part();
    return { name, seconds: seconds(), ...outcome };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    complain(reason);
    return { name, seconds: seconds(), state: "broken", reason: reason.split("\n", 1)[0] ?? "" };
  }
}

/** Runs a suite that writes its counts. A failed test is in the counts; throws when there are none. */
async function runSuite(name: "unit" | "editor" | "window" | "cli", print?: Print): Promise<Outcome> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "async-cost-test-"));
  const countsFile = path.join(scratch, "counts.json");
  try {
    const code = await runSuiteProcess(name, countsFile, print).then(
      () => 0,
      (error: unknown) => error,
    );
    if (!existsSync(countsFile)) throw code instanceof Error ? code : new Error(`${name} wrote no counts`);
    const counts = parseCounts(readFileSync(countsFile, "utf8"));
    if (counts.passed + counts.failed === 0) throw new Error("it has no tests");
    // Counted well, then ended badly: something is still wrong.
    if (code instanceof Error && counts.failed === 0) throw code;
    return { state: "counted", counts };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function runSuiteProcess(
  name: "unit" | "editor" | "window" | "cli",
  countsFile: string,
  print?: Print,
): Promise<void> {
  const environment = { [COUNTS_FILE]: countsFile };
  if (name === "editor") {
    await run(["--import", "tsx"], ["extension/test/launch.ts"], environment, print);
    return;
  }
  if (name === "window") {
    findChromium();
    await prepareEditor(print === undefined ? console.log : (line) => print(`${line}\n`));
    rmSync(path.join(root, "out", "screenshots", "window"), { recursive: true, force: true });
  }
  const mocha = [...tool("mocha/bin/mocha.js"), "--reporter", "scripts/test/counting-reporter.ts"];
  const grep = process.env.ASYNC_COST_GREP;
  if (grep) mocha.push("--grep", grep);
  if (name === "unit")
    await run(mocha, ["--ignore", "cli/test/**", "--parallel", "--jobs", String(JOBS)], environment, print);
  else {
    const files = { cli: "cli/test/**/*.test.ts", window: "extension/test/window/**/*.test.ts" }[name];
    await run(
      mocha,
      ["--no-config", "--node-option", "import=tsx", "--timeout", "60000", files],
      environment,
      print,
    );
  }
}

function tool(script: string): string[] {
  return [path.join(root, "node_modules", ...script.split("/"))];
}

/** Runs Node, its output passed on as it comes or to `print`. Throws when it does not end with code 0. */
function run(
  command: readonly string[],
  args: readonly string[],
  environment: object = {},
  print?: Print,
  priority?: number,
): Promise<void> {
  const words = [...command, ...args];
  const script = words.find((word) => /\.[cm]?[jt]s$/.test(word)) ?? "";
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ["ignore", print ? "pipe" : "inherit", print ? "pipe" : "inherit"],
    env: { ...process.env, ...environment },
    // Leads a group, so that what it starts ends with us.
    detached: process.platform !== "win32",
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  if (pid !== undefined && priority !== undefined) os.setPriority(pid, priority);
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => print?.(text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (pid !== undefined) running.delete(pid);
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(script)} ended with ${code ?? signal ?? "nothing"}`));
    });
  });
}
