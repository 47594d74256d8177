import { Argument, Command, CommanderError, Option } from "commander";
import { LANGUAGES } from "../analysis/model.ts";
import { TABLES } from "../bench-worker/gallery-table.ts";
import { closest } from "../bench-worker/host/closest.ts";
import type { RawBenchOptions } from "./bench-options.ts";
import type { RawCompareOptions } from "./compare-options.ts";
import type { FakesOptions } from "./fakes.ts";
import type { MergeOptions } from "./merge.ts";
import type { RecordOptions } from "./record.ts";
import type { RecordingsOptions } from "./recordings.ts";
import type { RuntimesOptions } from "./runtimes.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { tokensCommand, type TokensOptions } from "./tokens.ts";
import type { VariantsOptions } from "./variants.ts";

const EXAMPLES = {
  all: `
Examples:
  async-cost tokens "src/**/*.ts"
  async-cost bench src/upload.js --json
  async-cost compare --base main
  async-cost record -- npm test
  async-cost runtimes install node@22`,
  tokens: `
Examples:
  async-cost tokens upload.js                        count one file and its asynchronous functions
  async-cost tokens "src/**/*.{js,ts}" --json        a whole project, as JSON
  git show HEAD:a.ts | async-cost tokens - --language ts

Exit codes: 0 done; 1 a file could not be read; 2 the call is wrong.`,
  bench: `
A TARGET is FILE (its default export, else its asynchronous functions), FILE#name, FILE#Class.method or FILE:LINE.

Examples:
  async-cost bench upload.js                         time, memory and stack traces of its default export
  async-cost bench old.js#upload new.js#upload       two functions, measured in turn in the same processes
  async-cost bench store.ts:42 --only stack          the function around line 42, stack traces only
  async-cost bench upload.js --dt 0.1 --clock real   a back end that slows down under load, in real time
  async-cost bench upload.js --latency lognormal:median=5,sigma=0.5 --error-rate 1% --connections 10
                                                     latencies that differ, failures, and a pool of connections
  async-cost bench upload.js --runtime node --runtime node@24
                                                     on two engines, one after the other
  async-cost bench upload.js --json --out run.json   the document on standard output and in a file
  async-cost bench --from run.json --samples --json  the same run again, with all that its numbers rest on
  async-cost bench "src/**/*.js" --shard 1/4 --out shard-1.json
                                                     a fourth of the functions; async-cost merge has the rest added
  async-cost bench "src/**/*.js" --store results     each function's document as soon as it is measured

Exit codes: 0 done; 1 a target could not be measured; 2 the call is wrong.`,
  compare: `
A TARGET is what async-cost bench takes; the first one is the base of each pair. With --base, the words are files and
folders to look at, and each asynchronous function there that differs from that revision is measured in both versions.
A document that async-cost bench --out wrote may stand first: its functions are compared with the present ones.

Examples:
  async-cost compare old.js#upload new.js#upload     is the refactor better?
  async-cost compare callbacks.js promises.js co.js  each against the first
  async-cost compare --base main                     all that changed since main
  async-cost compare --base HEAD src --fail-on slower,memory --threshold 5%
  async-cost compare --base origin/main --format markdown > comment.md
  async-cost compare --base origin/main --shard 1/4 --out shard-1.json
                                                     a fourth of what changed, for async-cost merge
  async-cost compare before.json                     what changed since it was measured

Exit codes: 0 done; 1 --fail-on applies, or a target could not be measured; 2 the call is wrong.`,
  merge: `
A FILE is a document that async-cost bench --out, compare --out or merge --out wrote, or a folder of them, such as that of
bench --store. They have to be of one command, with the same options. The result is printed as that command prints its own.

Examples:
  async-cost merge shard-1.json shard-2.json         of bench --shard 1/2 --out shard-1.json, and 2/2
  async-cost merge results --json --out all.json     of bench --store results, one document for each function
  async-cost merge shards --format markdown --fail-on slower --threshold 10%
                                                     judges what compare --base main --shard has measured

Exit codes: 0 done; 1 a shard or function is missing, a target could not be measured, or --fail-on applies; 2 the call is
wrong, or the documents do not belong together.`,
  fakes: `
A TARGET is what async-cost bench takes. Each function is called once, to see what it uses; the file then has its
arguments and fakes for you to change, NAME.async-cost.js beside NAME.js, and is used from then on. What a file has
already is left as it is. docs/fixtures.md of this package says what
may stand in it.

Examples:
  async-cost fakes upload.js#upload                  prints the file
  async-cost fakes upload.js --write                 writes it, or adds functions that it does not have

Exit codes: 0 done; 1 the file could not be written or added to; 2 the call is wrong.`,
  record: `
COMMAND is run as it stands, with a recorder in each Node that it starts: npm test, npx vitest run, node server.js. Calls of
your asynchronous functions, and what their I/O answered, are written to .async-cost/recordings when it has ended; secrets
are taken out before. Nothing is printed while it runs. What an earlier run left that was killed is taken in.

Examples:
  async-cost record -- npm test                      calls that your tests make
  async-cost record --only "src/**" -- npx jest      of functions in src only
  async-cost record --calls 1 -- npm test            one call of each path is kept whole; all are counted
  async-cost record --shapes-only -- node server.js  keeps no value, only what kind of value it was

Exit codes: that of COMMAND, 128 and more where a signal ended it; 2 the call is wrong, or nothing of the project was loaded.`,
  recordings: `
A TARGET is FILE, FILE#name, FILE#Class.method or FILE:LINE.

Examples:
  async-cost recordings                              what is recorded, and what of it is stale
  async-cost recordings show src/orders.js#place     its paths and calls
  async-cost recordings check                        plays them: do they make the same I/O calls, and end the same?
  async-cost recordings check src/orders.js --json   those of one file, for scripts
  async-cost recordings remove src/orders.js         those of one file; without a TARGET all
  async-cost recordings list --json                  for scripts

Exit codes: 0 done; 1 a file there is no recording, and was left alone, or a call that check played is not as it was
recorded; 2 the call is wrong.`,
  runtimes: `
A NAME is node, bun or deno, or one of them with a version: node@22 is the newest 22, node@22.11.0 exactly that one.
They come from the npm registry, by npm and without install scripts, into the user's cache folder (ASYNC_COST_CACHE,
else async-cost in XDG_CACHE_HOME or ~/.cache). Before anything is fetched, its licence and size are shown.

Examples:
  async-cost runtimes                                what is there, and what can be measured on
  async-cost runtimes install node@22 node@24        asks before it installs
  async-cost runtimes install node@22 --yes --json   asks nothing, for scripts
  async-cost runtimes remove node@22                 every 22 that is installed

Exit codes: 0 done; 1 something could not be installed, or was not agreed to; 2 the call is wrong.`,
  variants: `
The gallery is one function, upload, in many asynchronous patterns; its variants lie in the folder variants of this
package. Their libraries come from the npm registry, by npm and without install scripts, into the user's cache folder
(ASYNC_COST_CACHE, else async-cost in XDG_CACHE_HOME or ~/.cache). Licences are shown before anything is fetched.

Examples:
  async-cost variants                                every system, and whether it runs here
  async-cost variants complexity                     tokens, beside those that the article counted
  async-cost variants performance --budget 2s        time and memory, 2 seconds for each variant
  async-cost variants debuggability q-async co       stack traces and source maps of two of them
  async-cost variants closures --format markdown     50,000 calls of callbacks with closures and without
  async-cost variants promises --json --out p.json   a chain of seven promises, in each library
  async-cost variants engines --budget 5s            V8's article of 2018: loads and await on Node 7 to today's
  async-cost variants install q-promises rxjs        asks before it installs
  async-cost variants install --all --yes --json     every library, for scripts

Exit codes: 0 done; 1 something could not be installed or measured, or was not agreed to; 2 the call is wrong.`,
};

/** What the program is made of. */
export interface Parts {
  readonly version: string;
  /** Loaded when it is called for, so that the rest starts fast. */
  readonly bench: (targets: string[], options: RawBenchOptions, terminal: Terminal) => Promise<ExitCode>;
  readonly compare: (words: string[], options: RawCompareOptions, terminal: Terminal) => Promise<ExitCode>;
  readonly fakes: (targets: string[], options: FakesOptions, terminal: Terminal) => Promise<ExitCode>;
  readonly merge: (words: string[], options: MergeOptions, terminal: Terminal) => Promise<ExitCode>;
  readonly record: (command: string[], options: RecordOptions, terminal: Terminal) => Promise<number>;
  readonly recordings: (words: string[], options: RecordingsOptions, terminal: Terminal) => Promise<ExitCode>;
  readonly runtimes: (words: string[], options: RuntimesOptions, terminal: Terminal) => Promise<ExitCode>;
  readonly variants: (words: string[], options: VariantsOptions, terminal: Terminal) => Promise<ExitCode>;
}

/**
 * Runs the command line `words`, without the program's own name. Never throws for what the user did.
 *
 * @returns One of {@link EXIT}, or the exit code of the command that was recorded.
 */
export async function runProgram(
  words: readonly string[],
  terminal: Terminal,
  parts: Parts,
): Promise<number> {
  let exitCode: number = EXIT.done;
  const [own, behind] = splitAtDashes(words);
  const program = build(terminal, parts, behind, (code) => (exitCode = code));
  try {
    const isRecorded = own.find(isCommandOf(program)) === "record";
    await program.parseAsync(commandFirst(isRecorded ? own : words, program), { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    if (!(error instanceof CommanderError || error instanceof UsageError)) throw error;
    const advice =
      error instanceof CommanderError ? `; see async-cost ${commandOf(words, program)}--help` : "";
    terminal.printError(`async-cost: ${oneLine(error.message)}${advice}\n`);
    return EXIT.wrongCall;
  }
}

function build(
  terminal: Terminal,
  parts: Parts,
  behind: readonly string[],
  setExitCode: (code: number) => void,
): Command {
  const program = new Command("async-cost")
    .description("What an asynchronous function costs: tokens, time, memory, stack traces.")
    .version(parts.version)
    .addHelpText("after", EXAMPLES.all)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.print,
      writeErr: terminal.printError,
      // Errors are thrown as well; they are told once, in one line, where they are caught.
      outputError: () => undefined,
    })
    .helpCommand(false)
    .allowExcessArguments()
    .action(() => {
      const [unknown] = program.args;
      const wrong = unknown === undefined ? "no command" : `there is no command ${unknown}`;
      const names = program.commands.map((command) => command.name());
      const near = unknown === undefined ? undefined : closest(unknown, names);
      throw new UsageError(
        near === undefined
          ? `${wrong}; write async-cost tokens FILE, bench TARGET, compare OLD NEW, record -- COMMAND, or async-cost --help for all`
          : `${wrong}; did you mean async-cost ${near}?`,
      );
    });

  program
    .command("tokens")
    .description("Count the tokens of files and of the asynchronous functions in them, as Esprima counts.")
    .addArgument(new Argument("[file...]", "files or globs; - for standard input"))
    .option("--json", "print one JSON document")
    .addOption(new Option("--language <language>", "the language of standard input").choices(LANGUAGES))
    .addHelpText("after", EXAMPLES.tokens)
    .action(async (files: string[], options: TokensOptions) => {
      if (files.length === 0)
        throw new UsageError(
          'tokens wants the files to read, such as src/a.js or "src/**/*.ts"; - reads standard input',
        );
      setExitCode(await tokensCommand(files, options, terminal));
    });

  const bench = program
    .command("bench")
    .description("Measure asynchronous functions on fake I/O.")
    .addArgument(new Argument("[target...]", "what to measure"))
    .option("--json", "print one JSON document")
    .option("--from <document>", "repeat the run of a document: its targets, options and seed")
    .addHelpText("after", EXAMPLES.bench)
    .action(async (targets: string[], options: RawBenchOptions) => {
      setExitCode(await parts.bench(targets, options, terminal));
    });
  measuringOptions(bench, "each target");
  bench.option(
    "--store <folder>",
    "measure one function after the other, and write the document of each as soon as it is measured",
  );
  scenarioOptions(bench, ", or all");
  bench.option("--save-scenario <file>", "write the call that is measured to a file, for --scenario");

  const compare = program
    .command("compare")
    .description("Measure functions against each other, or against their versions in git, with a verdict.")
    .addArgument(new Argument("[target...]", "what to compare; with --base, files and folders"))
    .option("--base <revision>", "compare what changed since a git revision with the working tree")
    .option("--include-tests", "with --base, functions of tests as well")
    .addHelpText("after", EXAMPLES.compare)
    .action(async (words: string[], options: RawCompareOptions) => {
      setExitCode(await parts.compare(words, options, terminal));
    });
  judgingOptions(compare);
  measuringOptions(compare, "each pair");
  scenarioOptions(compare);

  const merge = program
    .command("merge")
    .description("Put documents of shards together into one, and print it.")
    .addArgument(new Argument("[file...]", "documents, and folders of documents"))
    .option("--out <file>", "write the JSON document to a file as well")
    .addHelpText("after", EXAMPLES.merge)
    .action(async (words: string[], options: MergeOptions) => {
      setExitCode(await parts.merge(words, options, terminal));
    });
  judgingOptions(merge);

  program
    .command("fakes")
    .description("Write a file with the arguments and fakes of functions, for you to change.")
    .addArgument(new Argument("[target...]", "the functions"))
    .option("--write", "write it beside the source, instead of printing it")
    .addHelpText("after", EXAMPLES.fakes)
    .action(async (targets: string[], options: FakesOptions) => {
      setExitCode(await parts.fakes(targets, options, terminal));
    });

  program
    .command("record")
    .description("Run a command, and record the calls of your asynchronous functions in it.")
    .usage("[options] -- COMMAND…")
    .addArgument(new Argument("[command...]", "what to run, such as npm test"))
    .option("--out <folder>", "where to put recordings (default: .async-cost/recordings)")
    .option("--only <glob>", "only functions of files that match; may be repeated", collect)
    .option("--calls <count>", "how many calls of each path are kept whole (default: 3)")
    .option("--shapes-only", "keep no value, only what kind of value it was")
    .addHelpText("after", EXAMPLES.record)
    .action(async (command: string[], options: RecordOptions) => {
      setExitCode(await parts.record([...command, ...behind], options, terminal));
    });

  program
    .command("recordings")
    .description("List, show, check and remove recorded calls.")
    .addArgument(new Argument("[action]", "list, show, check or remove").default("list"))
    .addArgument(new Argument("[target...]", "files and functions"))
    .option("--json", "print one JSON document")
    .addHelpText("after", EXAMPLES.recordings)
    .action(async (action: string, targets: string[], options: RecordingsOptions) => {
      setExitCode(await parts.recordings([action, ...targets], options, terminal));
    });

  program
    .command("runtimes")
    .description("List, install and remove JavaScript engines to measure on.")
    .addArgument(new Argument("[action]", "list, install or remove").default("list"))
    .addArgument(new Argument("[name...]", "what to install or remove, such as node@22"))
    .option("--yes", "install without asking")
    .option("--json", "print one JSON document")
    .addHelpText("after", EXAMPLES.runtimes)
    .action(async (action: string, names: string[], options: RuntimesOptions) => {
      setExitCode(await parts.runtimes([action, ...names], options, terminal));
    });

  program
    .command("variants")
    .description("List the gallery, make its tables, or install the libraries it is written with.")
    .addArgument(new Argument("[action]", `list, install, ${TABLES.join(", ")}`).default("list"))
    .addArgument(new Argument("[name...]", "variants, such as q-promises"))
    .option("--all", "the libraries of all variants")
    .option("--yes", "install without asking")
    .option("--json", "print one JSON document")
    .option("--format <format>", "of a table: table, markdown or json (default: table)")
    .option("--out <file>", "write a table's JSON to a file as well")
    .option(
      "--budget <time>",
      "how long to measure each variant, such as 2s (default: 5s; engines: 3s for each load on each engine)",
    )
    .option("--only <list>", "names of variants; the same as writing them behind the table's", collect)
    .option("--runtime <name>", "what to measure on, such as node@22 (default: node)", collect)
    .addHelpText("after", EXAMPLES.variants)
    .action(async (action: string, names: string[], options: VariantsOptions) => {
      setExitCode(await parts.variants([action, ...names], options, terminal));
    });
  return program;
}

/** How a comparison is printed, and what makes the command fail. */
function judgingOptions(command: Command): void {
  command
    .option("--format <format>", "table, markdown or json (default: table)")
    .option("--json", "the same as --format json")
    .option("--fail-on <list>", "exit with 1 when one is worse: some of slower,memory,stack,tokens,sequence")
    .option(
      "--threshold <percent>",
      "how much worse makes it fail (default: 5%); stack and sequence: any worse",
    );
}

/** The options of every command that measures. */
function scenarioOptions(command: Command, orAll = ""): void {
  command
    .option(
      "--scenario <which>",
      "the call to measure: auto, recorded, inferred, or a file with a scenario or a recording (default: auto)",
    )
    .option(
      "--path <number>",
      `of a recording: the path to measure, the most frequent first${orAll} (default: 1)`,
    );
}

function measuringOptions(command: Command, budgetFor: string): void {
  command
    .option("--out <file>", "write the JSON document to a file as well")
    .option("--samples", "put the raw samples of every process into the document")
    .option("--explain", "say what the measured call was made of, and which rule decided each part")
    .option(
      "--shard <K/N>",
      "measure only the K-th of N shards, such as 1/4; async-cost merge puts them together",
    )
    .addOption(new Option("--chain [count]").hideHelp())
    .option("--n <list>", "how many calls are in flight together (default: 100,500,1000,1500,2000)")
    .option("--t <milliseconds>", "fixed latency of an I/O call (default: 1)")
    .option("--dt <milliseconds>", "latency of an I/O call for each call in flight, instead of --t")
    .option(
      "--latency <model>",
      "instead of --t and --dt: lognormal:median=5,sigma=0.5, pareto:minimum=1,shape=1.5, file:PATH, fixed:1, load:0.1, or recorded: as long as in the recorded call",
    )
    .option("--error-rate <share>", "I/O calls that fail while time over n is taken, such as 0.01 or 1%")
    .option("--connections <count>", "I/O calls that the back end works on at a time; the others wait")
    .option("--clock <clock>", "virtual, which waits for nothing, or real (default: virtual)")
    .option("--only <list>", "some of time,memory,stack (default: all)")
    .option("--budget <time>", `how long to measure ${budgetFor}, such as 5s (default: 5s)`)
    .option("--seed <number>", "decides all that is random (default: 1)")
    .option(
      "--runtime <name>",
      "what to measure on: node, or an installed one such as node@22; may be repeated",
      collect,
    )
    .option("--fakes <file>", "arguments and fakes of your own (default: NAME.async-cost.js beside NAME.js)");
}

function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Options may stand before the command too: puts the command's name first. */
function commandFirst(words: readonly string[], program: Command): string[] {
  const at = words.findIndex(isCommandOf(program));
  return at <= 0 ? [...words] : [words[at]!, ...words.slice(0, at), ...words.slice(at + 1)];
}

/** What is ours, and what stands behind `--`, which is a command with options of its own. */
function splitAtDashes(words: readonly string[]): [own: readonly string[], behind: readonly string[]] {
  const at = words.indexOf("--");
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
}

function commandOf(words: readonly string[], program: Command): string {
  const name = words.find(isCommandOf(program));
  return name === undefined ? "" : `${name} `;
}

function isCommandOf(program: Command): (word: string) => boolean {
  const names = new Set(program.commands.map((command) => command.name()));
  return (word) => names.has(word);
}

function oneLine(message: string): string {
  return message
    .replace(/^error: /, "")
    .replaceAll(/(?<!\s)\s*\n\s*/g, " ")
    .replace(/\.$/, "");
}
