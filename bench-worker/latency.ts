import type { Latency } from "./benchmark-options.ts";

/** What a latency is written as: a model, or a file of samples that is yet to be read. */
export type LatencyChoice = Latency | { readonly model: "file"; readonly path: string };

/** A latency that cannot be. The message is one line: what is wrong, and what would be right. */
export class LatencyError extends Error {
  override readonly name = "LatencyError";
}

const FORMS =
  "fixed:1, load:0.1, lognormal:median=5,sigma=0.5, pareto:minimum=1,shape=1.5, file:PATH or recorded";

/**
 * Reads a latency as the user writes it: `fixed:1`, `load:0.1`, `lognormal:median=5,sigma=0.5`,
 * `pareto:minimum=1,shape=1.5`, `file:PATH`, `recorded`. Times are milliseconds, and may say so: `fixed:1ms`.
 *
 * @throws {LatencyError} when it is none of them.
 */
export function parseLatency(text: string): LatencyChoice {
  if (text.trim() === "recorded") return { model: "recorded" };
  const [, model = "", rest = ""] = /^([a-z-]+):(.+)$/s.exec(text.trim()) ?? [];
  switch (model) {
    case "fixed":
      return { model: "fixed", milliseconds: milliseconds(model, rest) };
    case "load":
      return { model: "load-dependent", millisecondsPerCallInFlight: milliseconds(model, rest) };
    case "lognormal": {
      const { median, sigma } = parameters(model, rest, ["median", "sigma"]);
      return { model, medianMilliseconds: median!, sigma: sigma! };
    }
    case "pareto": {
      const { minimum, shape } = parameters(model, rest, ["minimum", "shape"]);
      return { model, minimumMilliseconds: minimum!, shape: shape! };
    }
    case "file":
      return { model, path: rest };
    default:
      throw new LatencyError(`write ${FORMS}; not ${JSON.stringify(text)}`);
  }
}

function parameters(model: string, text: string, names: readonly string[]): Record<string, number> {
  const given = new Map(
    text.split(",").map((part) => part.split("=", 2).map((word) => word.trim()) as [string, string]),
  );
  const unknown = [...given.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined || names.some((name) => !given.has(name))) {
    throw new LatencyError(
      `${model} takes ${names.join(" and ")}, such as ${EXAMPLES[model]}; not ${JSON.stringify(text)}`,
    );
  }
  return Object.fromEntries(
    names.map((name) => {
      const read = name === "median" || name === "minimum" ? milliseconds : positive;
      return [name, read(`${name} of ${model}`, given.get(name)!)];
    }),
  );
}

const EXAMPLES: Readonly<Record<string, string>> = {
  lognormal: "lognormal:median=5,sigma=0.5",
  pareto: "pareto:minimum=1,shape=1.5",
};

function milliseconds(what: string, text: string): number {
  return positive(what, text.trim().replace(/(\d|\.)\s*ms$/, "$1"));
}

function positive(what: string, text: string): number {
  const number = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : NaN;
  if (number > 0 && Number.isFinite(number)) return number;
  throw new LatencyError(`${what} takes a number above 0; not ${JSON.stringify(text)}`);
}

/** What an I/O call takes that was not recorded, where the latency is what was. */
const NOT_RECORDED_MILLISECONDS = 1;

/** Milliseconds that an I/O call usually takes with n calls of the target in flight: the median where they differ. */
export function typicalMilliseconds(latency: Latency, n: number): number {
  switch (latency.model) {
    case "fixed":
      return latency.milliseconds;
    case "load-dependent":
      return latency.millisecondsPerCallInFlight * n;
    case "lognormal":
      return latency.medianMilliseconds;
    case "pareto":
      return latency.minimumMilliseconds * 2 ** (1 / latency.shape);
    case "recorded":
      return NOT_RECORDED_MILLISECONDS;
    case "samples":
      return [...latency.milliseconds].sort((a, b) => a - b)[latency.milliseconds.length >> 1]!;
  }
}

/** `fixed, 1 ms`; `lognormal, median 5 ms, sigma 0.5`. */
export function latencyInWords(latency: Latency): string {
  switch (latency.model) {
    case "fixed":
      return `fixed, ${latency.milliseconds} ms`;
    case "load-dependent":
      return `load-dependent, n × ${latency.millisecondsPerCallInFlight} ms`;
    case "lognormal":
      return `lognormal, median ${latency.medianMilliseconds} ms, sigma ${latency.sigma}`;
    case "pareto":
      return `Pareto, from ${latency.minimumMilliseconds} ms, shape ${latency.shape}`;
    case "recorded":
      return `as recorded, ${NOT_RECORDED_MILLISECONDS} ms where nothing is`;
    case "samples":
      return `drawn from ${latency.file}, ${latency.milliseconds.length === 1 ? "1 sample" : `${latency.milliseconds.length} samples`}`;
  }
}

/** The back end beside its latency: `10 connections`, `1 % of the I/O calls fail`. */
export function backEndInWords(options: {
  connections?: number | undefined;
  errorRate?: number | undefined;
}): string[] {
  const { connections, errorRate } = options;
  return [
    ...(connections === undefined
      ? []
      : [`${connections} ${connections === 1 ? "connection" : "connections"}`]),
    ...(errorRate === undefined
      ? []
      : [`${Number((errorRate * 100).toPrecision(3))} % of the I/O calls fail`]),
  ];
}
