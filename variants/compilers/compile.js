"use strict";

// A program of its own: compiles files of the gallery, as its only argument says, and prints what went wrong, if
// anything. Compilers come from the user's cache folder; none is a part of this project.

const fs = require("fs");
const { createRequire } = require("module");
const path = require("path");

/**
 * @typedef {{ from: string, to: string, by: string }} FileToCompile names relative to `building`
 * @type {{ building: string, final: string, roots: { own: string | null, es5: string | null }, files: FileToCompile[] }}
 * `final`: the folder that `building` becomes; `roots`: the `node_modules` that compilers are in
 */
const { building, final, roots, files } = JSON.parse(process.argv[2]);

/** By what an entry of the catalogue, or the request, names. */
const COMPILERS = {
  babel: "./babel",
  es5: "./es5",
  traceur: "./traceur",
  "streamline-callbacks": "./streamline",
  "streamline-generators": "./streamline",
  "streamline-fibers": "./streamline",
  stratifiedjs: "./stratified",
};

let error = null;
try {
  for (const { by, from, to } of files) {
    const root = by === "es5" ? roots.es5 : roots.own;
    const compile = require(COMPILERS[by]);
    const text = compile(fs.readFileSync(path.join(building, from), "utf8"), {
      by,
      source: path.join(final, from),
      file: path.join(final, to),
      requireCompiler: createRequire(path.join(root, "..", "index.js")),
    });
    fs.writeFileSync(path.join(building, to), text);
  }
} catch (thrown) {
  error = String(thrown && thrown.message).split("\n")[0];
}
process.stdout.write(JSON.stringify({ error }));
// What a compiler leaves behind keeps no process alive.
process.stdout.end(() => process.exit());
