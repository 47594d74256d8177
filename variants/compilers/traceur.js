"use strict";

/**
 * Generators and all else that is newer than ECMAScript 5, by Traceur. Its runtime is loaded in the first line, and what
 * it consists of is kept in a variable: the runtime of the next file that is loaded puts its own into the same global
 * object, and a generator that one made cannot be resumed by another.
 */
module.exports = function compile(text, { source, file, requireCompiler }) {
  const options = { script: true, sourceMaps: "inline" };
  const compiled = requireCompiler("traceur").compile(text, options, source, file);
  return compiled.replace(
    /^("use strict";)?/,
    '$1require("traceur/bin/traceur-runtime");var $$traceurRuntime = Object.assign({}, global.$$traceurRuntime);'
  );
};
