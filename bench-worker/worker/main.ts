import path from "node:path";
import { evaluateWithoutImporter } from "./harness/without-importer.ts";

const code = path.join(__dirname, "worker-code.cjs");
// The program is what it evaluates: frames of that file are our own.
process.argv[1] = code;
evaluateWithoutImporter(code);
