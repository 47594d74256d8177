"use strict";

/** What is newer than ECMAScript 5 but generators, every line on its line: for engines that are older than the syntax. */
module.exports = function compile(text, { file, requireCompiler }) {
  const { code } = requireCompiler("@babel/core").transformSync(text, {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceType: "script",
    retainLines: true,
    presets: [
      [
        requireCompiler.resolve("@babel/preset-env"),
        { forceAllTransforms: true, exclude: ["transform-regenerator", "transform-async-to-generator"] },
      ],
    ],
  });
  return code;
};
