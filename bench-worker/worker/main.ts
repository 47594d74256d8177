import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { COMPILE } from "../compile-flag.ts";
import { evaluateWithoutImporter } from "./harness/without-importer.ts";

const code = path.join(__dirname, "worker-code.cjs");
const [, , compiledFile, flag] = process.argv;
// The program is what it evaluates: frames of that file are our own.
process.argv.splice(1, process.argv.length, code);
if (flag !== COMPILE) evaluateWithoutImporter(code, compiledFile);
else {
  const { pid } = process;
  const exit = process.exit.bind(process);
  const script = evaluateWithoutImporter(code);
  const written = `${compiledFile}.${pid}`;
  // Nobody ever reads half of it.
  writeFileSync(written, script.createCachedData());
  renameSync(written, compiledFile!);
  exit();
}
