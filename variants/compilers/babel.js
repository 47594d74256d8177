"use strict";

/** Async functions and all else that is newer than ECMAScript 5, by Babel as it is without further options. */
module.exports = function compile(text, { source, file, requireCompiler }) {
  const { code } = requireCompiler("@babel/core").transformSync(text, {
    filename: file,
    sourceFileName: source,
    babelrc: false,
    configFile: false,
    sourceType: "script",
    presets: [[requireCompiler.resolve("@babel/preset-env"), { forceAllTransforms: true }]],
    sourceMaps: "inline",
  });
  return code;
};
