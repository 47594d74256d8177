"use strict";

/**
 * StratifiedJS, by the compiler in its runtime, which is loaded in the first line. It wants to know where the program
 * began, which a worker keeps to itself.
 */
module.exports = function compile(text, { source, requireCompiler }) {
  requireCompiler("stratifiedjs");
  const compiled = global.__oni_rt.c1.compile(text, { filename: JSON.stringify(source) });
  return `process.mainModule = process.mainModule || module; require("stratifiedjs");${compiled}\n`;
};
