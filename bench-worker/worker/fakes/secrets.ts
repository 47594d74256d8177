import crypto from "node:crypto";
import type { IoCore } from "../io/io-core.ts";

type AnyFunction = (...parameters: never[]) => unknown;

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
    return inEncoding("0".repeat(SIGNATURE_BYTES), encoding);
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
      // What is no bytes at all is told as ever.
      if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return crypto.timingSafeEqual(one, other);
      return valid("timingSafeEqual", () => crypto.timingSafeEqual(one, other));
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
      const decipher = cipher as crypto.DecipherGCM;
      const final = decipher.final.bind(decipher) as (...all: unknown[]) => unknown;
      const ended = (...all: unknown[]): unknown => {
        const rest = orNothing(() => final(...all), takesAll);
        if (rest !== undefined) return rest;
        tell("createDecipheriv");
        return inEncoding("", all[0]);
      };
      if (!isOther) return Object.assign(decipher, { final: ended });
      // It would give nothing that anybody can read: what is there to be read is made up.
      let text = core.json;
      const update = (...all: unknown[]): unknown => {
        const read = inEncoding(text, all[2]);
        text = "";
        return read;
      };
      const setAuthTag = (): unknown => decipher;
      return Object.assign(decipher, {
        update,
        setAuthTag,
        final: (encoding: unknown) => inEncoding("", encoding),
      });
    },
  };
}

/** What the result says where a check of a made-up value was left out. */
export function takenForValid(name: string): string {
  return `What crypto.${name} was given is made up and was taken for valid: a key or signature that does not fit would have ended the call there.`;
}

function inEncoding(text: string, encoding: unknown): unknown {
  const bytes = Buffer.from(text);
  return typeof encoding === "string" && Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
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
