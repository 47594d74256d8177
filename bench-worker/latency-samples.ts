import type { Latency } from "./benchmark-options.ts";
import { LatencyError, type LatencyChoice } from "./latency.ts";

/** More samples than this make a document too large to hand around. */
const SAMPLES_AT_MOST = 100_000;

/**
 * Reads samples of a latency in milliseconds out of a file's text: a JSON array of numbers, or one number a line.
 *
 * @throws {LatencyError} when something in it is no time, there is none, or there are too many.
 */
export function parseSamples(text: string, file: string): Latency {
  const found = text.trimStart().startsWith("[") ? fromJson(text, file) : fromLines(text, file);
  if (found.length === 0)
    throw new LatencyError(`${file} has no latency in it; write one number of milliseconds a line`);
  if (found.length > SAMPLES_AT_MOST) {
    throw new LatencyError(
      `${file} has ${found.length} latencies and at most ${SAMPLES_AT_MOST} are taken; give a random part, as shuf -n ${SAMPLES_AT_MOST} makes one`,
    );
  }
  return { model: "samples", file, milliseconds: found };
}

function fromJson(text: string, file: string): number[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new LatencyError(
      `${file} begins as JSON but is none: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!Array.isArray(data)) throw new LatencyError(`${file} is JSON, but no array of numbers`);
  return data.map((value: unknown, index) => {
    if (typeof value === "number" && value > 0 && Number.isFinite(value)) return value;
    throw new LatencyError(
      `${file}: entry ${index + 1} is no number of milliseconds above 0: ${JSON.stringify(value)}`,
    );
  });
}

function fromLines(text: string, file: string): number[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const word = line.trim();
    if (word === "") return [];
    const number = /^\+?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : NaN;
    if (number > 0 && Number.isFinite(number)) return [number];
    throw new LatencyError(
      `${file}:${index + 1} is no number of milliseconds above 0: ${JSON.stringify(word.slice(0, 40))}`,
    );
  });
}

/**
 * The latency of a choice, with the samples of the file that it may name.
 *
 * @param read Gives the text of the file of that path.
 * @throws {LatencyError} when the file cannot be read, or has something else in it.
 */
export async function readLatency(
  choice: LatencyChoice,
  read: (path: string) => Promise<string>,
): Promise<Latency> {
  if (choice.model !== "file") return choice;
  let text: string;
  try {
    text = await read(choice.path);
  } catch (error) {
    if (error instanceof LatencyError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new LatencyError(`${choice.path} cannot be read: ${why}`);
  }
  return parseSamples(text, choice.path);
}
