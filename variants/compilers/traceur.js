"use strict";

/** Generators and all else that is newer than ECMAScript 5, by Traceur; its runtime is loaded in the first line. */
module.exports = function compile(text, { source, file, requireCompiler }) {
  const options = { script: true, sourceMaps: "inline" };
  const compiled = requireCompiler("traceur").compile(text, options, source, file);
  return compiled.replace(/^("use strict";)?/, '$1require("traceur/bin/traceur-runtime");');
};
