"use strict";

/** Streamline's `_`, into callbacks, generators or fibers, with every line on its line, as its loader does. */
module.exports = function compile(text, { by, source, requireCompiler }) {
  const target = by.slice("streamline-".length);
  const { transform } = requireCompiler(`streamline/lib/${target}/transform`);
  const { cachedTransformSync } = requireCompiler("streamline/lib/compiler/compileSync");
  return cachedTransformSync(text, source, transform, { lines: "preserve", [target]: true });
};
