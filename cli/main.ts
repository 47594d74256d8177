import path from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { runProgram } from "./program.ts";
import { processTerminal } from "./terminal.ts";

/** Beside this bundle, as is the recorder. */
const workerFile = path.join(__dirname, "worker.cjs");
const recorderFile = path.join(__dirname, "recorder.cjs");
/** In the package, beside the folder of bundles. */
const galleryFolder = path.join(__dirname, "..", "variants");

process.exitCode = await runProgram(process.argv.slice(2), processTerminal(), {
  version: packageJson.version,
  bench: async (targets, options, terminal) => {
    const { benchCommand } = await import(/* webpackMode: "eager" */ "./bench.ts");
    return benchCommand(targets, options, terminal, workerFile);
  },
  compare: async (words, options, terminal) => {
    const { compareCommand } = await import(/* webpackMode: "eager" */ "./compare.ts");
    return compareCommand(words, options, terminal, workerFile);
  },
  fakes: async (targets, options, terminal) => {
    const { fakesCommand } = await import(/* webpackMode: "eager" */ "./fakes.ts");
    return fakesCommand(targets, options, terminal, workerFile);
  },
  merge: async (words, options, terminal) => {
    const { mergeCommand } = await import(/* webpackMode: "eager" */ "./merge.ts");
    return mergeCommand(words, options, terminal);
  },
  record: async (command, options, terminal) => {
    const { recordCommand } = await import(/* webpackMode: "eager" */ "./record.ts");
    return recordCommand(command, options, terminal, recorderFile);
  },
  recordings: async (words, options, terminal) => {
    const { recordingsCommand } = await import(/* webpackMode: "eager" */ "./recordings.ts");
    return recordingsCommand(words, options, terminal, workerFile);
  },
  runtimes: async (words, options, terminal) => {
    const { runtimesCommand } = await import(/* webpackMode: "eager" */ "./runtimes.ts");
    return runtimesCommand(words, options, terminal);
  },
  variants: async (words, options, terminal) => {
    const { variantsCommand } = await import(/* webpackMode: "eager" */ "./variants.ts");
    return variantsCommand(words, options, terminal, galleryFolder, workerFile);
  },
});
