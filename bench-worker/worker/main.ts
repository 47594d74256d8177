import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { COMPILE } from "../compile-flag.ts";
import { METHODS } from "../methods.ts";
import { evaluateWithoutImporter } from "./harness/without-importer.ts";
import { REHEARSAL } from "./rehearsal.ts";

const code = path.join(__dirname, "worker-code.cjs");
const [, , compiledFile, flag] = process.argv;
// The program is what it evaluates: frames of that file are our own.
process.argv.splice(1, process.argv.length, code);
if (flag !== COMPILE) evaluateWithoutImporter(code, compiledFile);
else compileTo(compiledFile!);

/** Has the worker run a function of ours, and writes what the engine has compiled of it by then. */
function compileTo(file: string): void {
  const { pid } = process;
  const id = 1;
  process.send = (message: object): boolean => {
    if ("id" in message && message.id === id) {
      const written = `${file}.${pid}`;
      // Nobody ever reads half of it.
      writeFileSync(written, script.createCachedData());
      renameSync(written, file);
    }
    return true;
  };
  const script = evaluateWithoutImporter(code);
  process.emit("message", { jsonrpc: "2.0", id, method: METHODS.run, params: REHEARSAL }, undefined);
}
