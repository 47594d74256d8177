import path from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { runProgram } from "./program.ts";
import { processTerminal } from "./terminal.ts";

/** Beside this bundle. */
const workerFile = path.join(__dirname, "worker.cjs");
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
  runtimes: async (words, options, terminal) => {
    const { runtimesCommand } = await import(/* webpackMode: "eager" */ "./runtimes.ts");
    return runtimesCommand(words, options, terminal);
  },
  variants: async (words, options, terminal) => {
    const { variantsCommand } = await import(/* webpackMode: "eager" */ "./variants.ts");
    return variantsCommand(words, options, terminal, galleryFolder, workerFile);
  },
});
