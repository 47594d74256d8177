import crypto from "node:crypto";
import type { IoCore } from "../io/io-core.ts";

type AnyFunction = (...parameters: never[]) => unknown;

/** Ways to encrypt whose end tells whether the key, and what was encrypted, fit. */
const MISFITS = /-(?:cbc|ecb|gcm|ccm|ocb)$|-poly1305$/i;

/** How many bytes a made-up signature has: as many as one by RSA with 2,048 bits. */
const SIGNATURE_BYTES = 256;

/**
 * What `crypto` does at once with keys and signatures. Those that are made up never fit each other, so that each function that
 * checks one would end there: what does not fit is taken to be valid, which the result says. Who gives values in a fakes
 * file has them checked as they are.
 */
export function fakeSecrets(core: IoCore): Record<string, unknown> {
  const takesAll = (): boolean => core.given?.leadsCalls !== true;
  const tell = (name: string): void => {
    if (core.tap !== null) core.incidents.add(takenForValid(name));
  };
  /** What `check` says, or true where made-up values are refused. */
  const valid = (name: string, check: () => boolean): boolean => {
    const says = orNothing(check, takesAll);
    if (says === true || !takesAll()) return says === true;
    tell(name);
    return true;
  };
  const signature = (name: string, sign: () => unknown, encoding: unknown): unknown => {
    const signed = orNothing(sign, takesAll);
    if (signed !== undefined) return signed;
    tell(name);
    return inEncoding(Buffer.alloc(SIGNATURE_BYTES), encoding);
  };
  /** A cipher, and whether it is one of another key: that given, or the initialization vector, has no length that it could have. */
  const cipherOf = (
    name: "createCipheriv" | "createDecipheriv",
    parameters: readonly unknown[],
  ): { readonly cipher: object; readonly isOther: boolean } => {
    const create = crypto[name] as (...all: unknown[]) => object;
    const [algorithm, , , ...options] = parameters;
    const mayThrow = (): boolean => takesAll() && isKnown(algorithm);
    const made = orNothing(() => create(...parameters), mayThrow);
    if (made !== undefined) return { cipher: made, isOther: false };
    tell(name);
    const { keyLength, ivLength = 0 } = crypto.getCipherInfo(String(algorithm))!;
    const zeros = ivLength === 0 ? null : Buffer.alloc(ivLength);
    return { cipher: create(algorithm, Buffer.alloc(keyLength), zeros, ...options), isOther: true };
  };
  return {
    timingSafeEqual: (one: NodeJS.ArrayBufferView, other: NodeJS.ArrayBufferView) => {
      // Only lengths that differ are refused, which those of made-up values do: they are other values, then.
      const differs =
        ArrayBuffer.isView(one) && ArrayBuffer.isView(other) && one.byteLength !== other.byteLength;
      return differs && takesAll() ? false : crypto.timingSafeEqual(one, other);
    },
    createVerify: (...made: Parameters<typeof crypto.createVerify>) => {
      const verifier = crypto.createVerify(...made);
      const real = verifier.verify.bind(verifier) as (...all: unknown[]) => boolean;
      const verify = (...all: unknown[]): boolean => valid("createVerify().verify", () => real(...all));
      return Object.assign(verifier, { verify });
    },
    createSign: (...made: Parameters<typeof crypto.createSign>) => {
      const signer = crypto.createSign(...made);
      const real = signer.sign.bind(signer) as (...all: unknown[]) => unknown;
      const sign = (...all: unknown[]): unknown => signature("createSign().sign", () => real(...all), all[1]);
      return Object.assign(signer, { sign });
    },
    verify: (...all: unknown[]) =>
      valid("verify", () => Reflect.apply(crypto.verify as AnyFunction, crypto, all) === true),
    sign: (...all: unknown[]) =>
      signature("sign", () => Reflect.apply(crypto.sign as AnyFunction, crypto, all), undefined),
    createCipheriv: (...parameters: unknown[]) => cipherOf("createCipheriv", parameters).cipher,
    createDecipheriv: (...parameters: unknown[]) => {
      const { cipher, isOther } = cipherOf("createDecipheriv", parameters);
      const mayMisfit = takesAll() && MISFITS.test(String(parameters[0]));
      return isOther || mayMisfit ? forgiving(cipher as crypto.DecipherGCM, isOther) : cipher;
    },
  };

  /** A decipher that gives all at its end: what was encrypted, or what anybody can read where that does not fit. */
  function forgiving(decipher: crypto.DecipherGCM, isOther: boolean): object {
    const own = {
      update: decipher.update.bind(decipher) as (...all: unknown[]) => Buffer,
      final: decipher.final.bind(decipher) as () => Buffer,
      setAuthTag: decipher.setAuthTag.bind(decipher) as (...all: unknown[]) => unknown,
    };
    const pieces: Buffer[] = [];
    const take = (data: unknown, encoding: unknown): void => {
      if (typeof data === "string") pieces.push(Buffer.from(data, encodingOr(encoding, "utf8")));
      else if (ArrayBuffer.isView(data))
        pieces.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
      // What is no bytes is told as ever.
      else own.update(data);
    };
    const decrypted = (): Buffer => Buffer.concat([own.update(Buffer.concat(pieces)), own.final()]);
    const read = (): Buffer => {
      const fits = isOther ? undefined : orNothing(decrypted, takesAll);
      if (fits !== undefined) return fits;
      tell("createDecipheriv");
      return Buffer.from(core.json);
    };
    const made = {
      setAuthTag: (...all: unknown[]) => {
        if (!isOther) orNothing(() => own.setAuthTag(...all), takesAll);
        return decipher;
      },
      update: (data: unknown, from: unknown, to: unknown) => {
        take(data, from);
        return inEncoding(Buffer.alloc(0), to);
      },
      final: (to: unknown) => inEncoding(read(), to),
      _transform: (data: unknown, from: unknown, done: (error?: unknown) => void) => {
        take(data, from);
        done();
      },
      _flush: (done: (error: unknown, data?: Buffer) => void) => done(null, read()),
    };
    return Object.assign(decipher, made);
  }
}

/** What the result says where a check of a made-up value was left out. */
export function takenForValid(name: string): string {
  return `What crypto.${name} was given is made up and was taken for valid: a key or signature that does not fit would have ended the call there.`;
}

function inEncoding(bytes: Buffer, encoding: unknown): string | Buffer {
  return typeof encoding === "string" && Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
}

function encodingOr(encoding: unknown, otherwise: BufferEncoding): BufferEncoding {
  return typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : otherwise;
}

function isKnown(algorithm: unknown): boolean {
  return typeof algorithm === "string" && crypto.getCipherInfo(algorithm) !== undefined;
}

/** What a call gives; undefined where it throws and `mayThrow`. */
function orNothing<Result>(call: () => Result, mayThrow: () => boolean): Result | undefined {
  try {
    return call();
  } catch (error) {
    if (!mayThrow()) throw error;
    return undefined;
  }
}
