import crypto from "node:crypto";
import zlib from "node:zlib";
import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";

import { callbackOperation, callbackOperationOfMany, promiseOperation, type Answer } from "./operations.ts";
import { fakeSecrets } from "./secrets.ts";
import { fakeZlibStreams } from "./zlib-streams.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** The length that an argument asks for, kept within reason. */
function bytes(length: unknown): Buffer {
  const wanted = Number(length);
  return Buffer.alloc(wanted >= 0 && wanted <= 1_000_000 ? wanted : 16);
}

/** `crypto`: what works in the background answers from the clock; what is synchronous is real. */
export function fakeCrypto(core: IoCore): { module: object; webcrypto: object } {
  const answers: Record<string, Answer> = {
    pbkdf2: ([, , , length]) => bytes(length),
    scrypt: ([, , length]) => bytes(length),
    hkdf: ([, , , , length]) => new Uint8Array(bytes(length)).buffer,
    generateKey: () => crypto.createSecretKey(Buffer.alloc(16)),
    checkPrime: () => true,
    generatePrime: () => new ArrayBuffer(16),
    randomFill: ([buffer]) => buffer,
  };
  const real = crypto as unknown as Record<string, unknown>;
  const module: Record<string, unknown> = { ...real, ...fakeSecrets(core) };
  for (const [name, answer] of Object.entries(answers)) {
    module[name] = callbackOperation(core, `crypto.${name}`, answer);
  }
  module["generateKeyPair"] = callbackOperationOfMany(core, "crypto.generateKeyPair", () => [
    "public key",
    "private key",
  ]);
  const inBackground: Record<string, Answer> = {
    randomBytes: ([size]) => bytes(size),
    pseudoRandomBytes: ([size]) => bytes(size),
    randomInt: ([low, high]) => (typeof high === "number" ? low : 0),
    sign: () => bytes(64),
    verify: () => true,
  };
  for (const [name, answer] of Object.entries(inBackground)) {
    const now = module[name] as AnyFunction;
    const later = callbackOperation(core, `crypto.${name}`, answer);
    module[name] = (...parameters: unknown[]) =>
      typeof parameters.at(-1) === "function" ? later(...parameters) : now(...parameters);
  }

  const subtle: Record<string, unknown> = {};
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(crypto.webcrypto.subtle))) {
    if (name === "constructor") continue;
    const answer: Answer = name === "verify" ? () => true : () => new ArrayBuffer(32);
    subtle[name] = promiseOperation(core, `crypto.subtle.${name}`, answer);
  }
  const webcrypto = {
    subtle,
    getRandomValues: (array: Uint8Array) => crypto.webcrypto.getRandomValues(array),
    randomUUID: () => crypto.randomUUID(),
  };
  Object.assign(module, { webcrypto, subtle, setEngine: blockedFunction("crypto.setEngine", core) });
  return { module, webcrypto };
}

/** `zlib`: what works in the background gives back what it was given, after the latency. */
export function fakeZlib(core: IoCore): object {
  const module: Record<string, unknown> = {
    ...(zlib as unknown as Record<string, unknown>),
    ...fakeZlibStreams(core),
  };
  for (const name of [
    "deflate",
    "deflateRaw",
    "gzip",
    "gunzip",
    "inflate",
    "inflateRaw",
    "unzip",
    "brotliCompress",
    "brotliDecompress",
    "zstdCompress",
    "zstdDecompress",
  ]) {
    if (!(name in zlib)) continue;
    module[name] = callbackOperation(core, `zlib.${name}`, ([data]) =>
      typeof data === "string" ? Buffer.from(data) : data,
    );
  }
  return module;
}
