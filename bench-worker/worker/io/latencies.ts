import type { Latency } from "../../benchmark-options.ts";
import { typicalMilliseconds } from "../../latency.ts";

/**
 * Gives one latency after the other, in milliseconds: of a distribution, by inverting it or, for the lognormal one,
 * by Box and Muller's transform of two random numbers into two normal ones.
 *
 * @param random Numbers from 0 to below 1.
 */
export function latencies(latency: Latency, n: number, random: () => number): () => number {
  switch (latency.model) {
    case "fixed":
    case "load-dependent":
    case "recorded": {
      const always = typicalMilliseconds(latency, n);
      return () => always;
    }
    case "lognormal": {
      const { medianMilliseconds, sigma } = latency;
      const normal = normals(random);
      return () => medianMilliseconds * Math.exp(sigma * normal());
    }
    case "pareto": {
      const { minimumMilliseconds, shape } = latency;
      return () => minimumMilliseconds * (1 - random()) ** (-1 / shape);
    }
    case "samples": {
      const { milliseconds } = latency;
      return () => milliseconds[Math.floor(random() * milliseconds.length)]!;
    }
  }
}

function normals(random: () => number): () => number {
  let other: number | null = null;
  return () => {
    if (other !== null) {
      const kept = other;
      other = null;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    other = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
