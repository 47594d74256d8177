import type { IoCore } from "../io/io-core.ts";

/** Bytes that a fake made are JSON, and white space at most. */
const BYTES_AT_MOST = 8;

/**
 * `JSON` as a target has it: what is parsed of text that a fake made is a stand-in, as nobody knows what such text holds.
 */
export function fakeJson(core: IoCore): JSON {
  const { parse } = JSON;
  const isMade = (text: unknown): boolean =>
    text === core.json ||
    (Buffer.isBuffer(text) && text.length < BYTES_AT_MOST && text.toString("utf8").trim() === core.json);
  const fake = (text: string, reviver?: Parameters<JSON["parse"]>[1]): unknown =>
    core.makeBody !== null && isMade(text) ? core.makeBody("JSON.parse()") : parse(text, reviver);
  const own = {
    ...Object.getOwnPropertyDescriptors(JSON),
    parse: { value: fake, writable: true, configurable: true },
  };
  return Object.create(Object.prototype, own) as JSON;
}
