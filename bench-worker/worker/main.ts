import { evaluateAgain, mayImport } from "./harness/without-importer.ts";

const file = process.argv[1] ?? "";
if (mayImport(file)) evaluateAgain(file);
// In the same file, but not evaluated before it is wanted.
else void import(/* webpackMode: "eager" */ "./start.ts");
