import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** What each file imports of the project, by absolute paths. */
const known = new Map();

function importsIn(file, text) {
  const { importedFiles } = ts.preProcessFile(text, true, false);
  const relative = importedFiles.map(({ fileName }) => fileName).filter((name) => /^\.{1,2}\//.test(name));
  return relative.map((name) => path.resolve(path.dirname(file), name));
}

function importsOf(file) {
  let imports = known.get(file);
  if (imports === undefined) {
    const isSource = /\.[cm]?[jt]s$/.test(file) && existsSync(file);
    known.set(file, (imports = isSource ? importsIn(file, readFileSync(file, "utf8")) : []));
  }
  return imports;
}

/** The files by which one imports another, both included; undefined where it does not. What is in `seen` does not. */
function way(from, to, seen) {
  if (from === to) return [to];
  if (seen.has(from)) return undefined;
  seen.add(from);
  for (const next of importsOf(from)) {
    const rest = way(next, to, seen);
    if (rest !== undefined) return [from, ...rest];
  }
  return undefined;
}

/**
 * A lint rule: no file imports itself by way of others, be it only for a type. Each file is scanned once.
 */
export const noCircle = {
  meta: { type: "problem", schema: [], messages: { circle: "This import leads back here: {{way}}." } },
  create(context) {
    const file = context.physicalFilename;
    known.set(file, importsIn(file, context.sourceCode.text));
    const seen = new Set();
    const check = ({ source }) => {
      if (!source?.value.startsWith(".")) return;
      const back = way(path.resolve(path.dirname(file), source.value), file, seen);
      if (back === undefined) return;
      const names = back.map((one) => path.relative(context.cwd, one)).join(" → ");
      context.report({ node: source, messageId: "circle", data: { way: names } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
