import { isMadeText, type IoCore } from "../io/io-core.ts";

/** Longer bytes are none that a fake made. */
const BYTES_AT_MOST = 20_000;

/**
 * `JSON` as a target has it: what is parsed of text that a fake made is a stand-in, as nobody knows what such text holds.
 */
export function fakeJson(core: IoCore): JSON {
  const { parse } = JSON;
  const isMade = (text: unknown): boolean =>
    (typeof text === "string" && isMadeText(text)) ||
    (Buffer.isBuffer(text) && text.length < BYTES_AT_MOST && isMadeText(text.toString("utf8")));
  const fake = (text: string, reviver?: Parameters<JSON["parse"]>[1]): unknown =>
    core.makeBody !== null && isMade(text) ? core.makeBody("JSON.parse()") : parse(text, reviver);
  const own = {
    ...Object.getOwnPropertyDescriptors(JSON),
    parse: { value: fake, writable: true, configurable: true },
  };
  return Object.create(Object.prototype, own) as JSON;
}
