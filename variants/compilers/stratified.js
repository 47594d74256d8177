"use strict";

/** StratifiedJS, by the compiler in its runtime, which is loaded in the first line. */
module.exports = function compile(text, { source, requireCompiler }) {
  requireCompiler("stratifiedjs");
  const compiled = global.__oni_rt.c1.compile(text, { filename: JSON.stringify(source) });
  return `require("stratifiedjs");${compiled}\n`;
};
