"use strict";

/**
 * StratifiedJS, by the compiler in its runtime, which is loaded in the first line. It wants to know where the program
 * began, which a worker keeps to itself.
 */
module.exports = function compile(text, { file, requireCompiler }) {
  requireCompiler("stratifiedjs");
  const compiled = global.__oni_rt.c1.compile(text, { filename: JSON.stringify(file) });
  return `process.mainModule = process.mainModule || module; require("stratifiedjs");${onItsLines(compiled)}\n`;
};

/**
 * The compiler puts everything on one line, and says of each call on which it was written. Here each begins on that one
 * again, so that stacks of the engine name the same lines as those of StratifiedJS itself.
 */
function onItsLines(compiled) {
  let laidOut = "";
  let written = 0;
  let line = 1;
  for (const { 0: call, index } of compiled.matchAll(/__oni_rt\.(?:C|Fcall)\(/g)) {
    const inside = index + call.length;
    const wanted = lineOf(compiled, index, inside);
    if (wanted === null || wanted <= line) continue;
    laidOut += compiled.slice(written, inside) + "\n".repeat(wanted - line);
    written = inside;
    line = wanted;
  }
  return laidOut + compiled.slice(written);
}

/** `Fcall(1,35,…)` has the line before what it calls, `C(function(){…},35)` behind; null where neither is there. */
function lineOf(compiled, start, inside) {
  const before = /^__oni_rt\.Fcall\(\d+,(\d+),/.exec(compiled.slice(start, start + 40));
  if (before !== null) return Number(before[1]);
  let depth = 1;
  let quote = "";
  for (let at = inside; at < compiled.length; at++) {
    const character = compiled[at];
    if (quote !== "") {
      if (character === "\\") at++;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) {
      const behind = /,(\d+)$/.exec(compiled.slice(Math.max(inside, at - 12), at));
      return behind === null ? null : Number(behind[1]);
    }
  }
  return null;
}
