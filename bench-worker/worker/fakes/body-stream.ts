import { Readable } from "node:stream";

/** The body that a client streams: Node's own stream of a text, with the methods by which clients read it as a whole. */
export function bodyStream(text: string): Readable {
  const stream = Readable.from([Buffer.from(text)], { objectMode: false });
  return Object.assign(stream, {
    transformToString: () => Promise.resolve(text),
    transformToByteArray: () => Promise.resolve(new Uint8Array(Buffer.from(text))),
    transformToWebStream: () => Readable.toWeb(stream),
  });
}
