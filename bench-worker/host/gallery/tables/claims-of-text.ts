import type { ComplexityTable, DebuggabilityTable, Finding } from "../../../gallery-table.ts";
import { findingsOf, inWords, type Claim } from "./claims.ts";

type Tokens = ComplexityTable["rows"][number];

const COMPLEXITY: readonly Claim<Tokens>[] = [
  {
    about: "the fewest tokens",
    seed: "generators: co 0.72 times the raw callbacks', Q.async 0.75, suspend 0.79",
    here: (rows) => ends(rows, "fewest"),
    why: "An async function needs neither the library nor the function around it that a generator does; today's generators take as many tokens as then.",
  },
  {
    about: "the most tokens",
    seed: "Rx 2.22 times the raw callbacks', and callbacks in classes 1.60 to 1.71",
    here: (rows) => ends(rows, "most"),
    why: "What no closure carries has to be written out, now as then; the author called his Rx file unfinished, and ours leaves the wrapping of calls to the data layer as all the others do.",
  },
];

function ends(rows: readonly Tokens[], which: "fewest" | "most"): string | null {
  if (rows.length < 6) return null;
  const sorted = rows.toSorted((a, b) => a.ratio - b.ratio);
  const three = which === "fewest" ? sorted.slice(0, 3) : sorted.slice(-3).reverse();
  return three.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(", ");
}

type Levels = DebuggabilityTable["rows"][number];

const DEBUGGABILITY: readonly Claim<Levels>[] = [
  {
    about: "raw callbacks",
    seed: "9 of 10: the best but for fibers, and fragile",
    here: totals("callbacks", "flattened-callbacks", "flattened-class", "flattened-noclosure"),
    why: "Nothing lies between the function and its callbacks that could lose the stack, as long as nobody puts something there.",
  },
  {
    about: "generators",
    seed: "5 with suspend, gens and co; 7 with genny and Q.async by an option",
    here: totals("suspend", "gens", "co", "genny", "q-async", "bluebird-coroutine"),
    why: "Engines run generators as they are written, so that no source map is needed; an error that a callback brings still knows nothing of the generator that waits, unless the library keeps a stack at every step.",
  },
  {
    about: "promises",
    seed: "8 with Q by an option, 6 with when",
    here: totals("q-promises", "when-promises", "bluebird-promises", "promises"),
    why: "A promise still forgets who waits for it; of the libraries that keep a stack Bluebird names the line of the I/O call, Q that of the next then, which does not count.",
  },
  {
    about: "async functions",
    seed: "not in the article; the language had none",
    here: totals("async-await"),
    why: "An engine names the async functions that wait for an error that an async function threw, at no cost; one that a callback brings, as here, has no such stack.",
  },
];

function totals(...names: readonly string[]): Claim<Levels>["here"] {
  return (rows) =>
    inWords(names, (name) => {
      const total = rows.find((row) => row.name === name)?.total;
      return total === undefined ? null : String(total);
    });
}

/** Findings about complexity. */
export function complexityFindings(rows: readonly Tokens[]): Finding[] {
  return findingsOf(COMPLEXITY, rows);
}

/** Findings about debuggability. */
export function debuggabilityFindings(rows: readonly Levels[]): Finding[] {
  return findingsOf(DEBUGGABILITY, rows);
}
