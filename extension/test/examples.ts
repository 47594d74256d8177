import type { AsyncFunction, FileAnalysis, IoCall } from "../../analysis/model.ts";
import type { Reading } from "../../analysis/reuse.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import type { LeanestVariant } from "../hint/compared.ts";

/** An asynchronous function for tests; what does not matter to them is made up. */
export function exampleFunction(given: Partial<AsyncFunction> = {}): AsyncFunction {
  return {
    name: "upload",
    pattern: "async-await",
    range: { start: 0, end: 30 },
    position: { line: 1, column: 1 },
    endLine: 1,
    tokens: 302,
    ownTokens: 302,
    ioCalls: [],
    criticalPath: { ioCalls: 0, inLoop: false },
    parameters: [],
    completion: "promise",
    parent: null,
    exported: null,
    reach: { expression: "upload", receiver: null },
    textHash: "a1",
    ...given,
  };
}

/** An I/O call for tests. */
export function exampleIoCall(expression: string, line = 1): IoCall {
  return { expression, kind: "promise", range: { start: 0, end: 1 }, position: { line, column: 1 } };
}

/** The leanest variant of a function, for tests. */
export function exampleLeanest(given: Partial<LeanestVariant> = {}): LeanestVariant {
  return {
    isThis: false,
    variants: 2,
    name: "upload",
    tokens: 302,
    pattern: "async-await",
    uri: "file:///work/async-await.js",
    file: "async-await.js",
    position: { line: 1, column: 1 },
    ...given,
  };
}

/** Finds `async function name() {…}` up to its first `}`; an unclosed one is a problem and is not found. */
export function exampleAnalyze(text: string): FileAnalysis {
  const functions = [...text.matchAll(/async function (\w+)\(\) \{[^}]*\}/g)].map((match) =>
    exampleFunction({
      name: match[1]!,
      range: { start: match.index, end: match.index + match[0].length },
      textHash: match[0],
    }),
  );
  const whole = text.split("{").length === text.split("}").length;
  return { tokens: 0, functions, problems: whole ? [] : [{ line: 1, reason: "missing }" }] };
}

/** A result for tests, its numbers made up. */
export function exampleResult(
  given: Partial<TargetResult> = {},
  name = "upload",
  textHash = "a1",
): TargetResult {
  return {
    target: { file: "a.js", name, line: 1, column: 1, pattern: "async-await", tokens: 302, textHash },
    state: "completed",
    warnings: [],
    fakes: [],
    ...given,
  };
}

/** A document for tests. */
export function exampleDocument(results: TargetResult[]): BenchmarkDocument {
  return {
    schemaVersion: 1,
    environment: { runtime: "node", version: "20.0.0", v8: "11", cpu: "example", cores: 2, os: "example" },
    options: DEFAULT_OPTIONS,
    results,
  };
}

/** {@link exampleAnalyze} as what an {@link "../analysis/analysis-cache.ts".AnalysisCache} reads with. */
export function exampleRead(text: string): Reading {
  return {
    text,
    language: "js",
    analysis: exampleAnalyze(text),
    answers: new Map(),
    surroundings: null,
    plain: new Map(),
    atOnce: new Map(),
  };
}
