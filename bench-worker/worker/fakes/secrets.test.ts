import assert from "node:assert/strict";
import crypto from "node:crypto";
import { Readable } from "node:stream";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { GivenFakes } from "../fakes-file/given-fakes.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeSecrets, takenForValid } from "./secrets.ts";

const key = crypto.createHash("sha256").update("key").digest();
const iv = Buffer.alloc(12, 1);

describe("keys and signatures", () => {
  let core: IoCore;
  let fake: typeof crypto;
  const said = (): string[] => [...core.incidents];

  beforeEach(() => {
    core = new IoCore(new VirtualClock(), 1);
    core.watch({ onCall: () => null });
    fake = { ...crypto, ...fakeSecrets(core) };
  });

  it("are taken for valid where they are made up, which is said", () => {
    assert.equal(fake.verify("sha256", Buffer.from("data"), "made-up key", Buffer.from("signature")), true);
    assert.equal(fake.createVerify("sha256").update("data").verify("made-up key", "signature", "hex"), true);
    assert.deepEqual(said(), ["verify", "createVerify().verify"].map(takenForValid));
  });

  it("are made where the key to sign with is made up", () => {
    assert.ok(Buffer.isBuffer(fake.sign("sha256", Buffer.from("data"), "made-up key")));
    const text: unknown = fake.createSign("sha256").update("data").sign("made-up key", "base64url");
    assert.equal(typeof text, "string");
    assert.deepEqual(said(), ["sign", "createSign().sign"].map(takenForValid));
  });

  it("encrypt with another key where that given has no length for a key, and decrypt to what can be read", () => {
    const cipher = fake.createCipheriv("aes-256-gcm", "short", Buffer.from("iv"));
    assert.ok((cipher.update("text", "utf8", "hex") + cipher.final("hex")).length > 0);
    for (const [algorithm, tag] of [
      ["aes-256-gcm", "tag"],
      ["aes-256-cbc", null],
    ] as const) {
      const decipher = fake.createDecipheriv(algorithm, "short", "iv") as crypto.DecipherGCM;
      if (tag !== null) decipher.setAuthTag(Buffer.from(tag));
      assert.equal(decipher.update("data", "hex", "utf8") + decipher.final("utf8"), core.json);
    }
    assert.deepEqual(said(), ["createCipheriv", "createDecipheriv"].map(takenForValid));
  });

  it("decrypt to what can be read where what was encrypted does not fit, also in a pipeline", async () => {
    const ciphers = [
      ["aes-256-gcm", iv],
      ["aes-256-cbc", Buffer.alloc(16)],
    ] as const;
    for (const [algorithm, vector] of ciphers) {
      const decipher = fake.createDecipheriv(algorithm, key, vector) as crypto.DecipherGCM;
      if (algorithm === "aes-256-gcm") decipher.setAuthTag(Buffer.alloc(16));
      assert.equal(decipher.update("00", "hex", "utf8") + decipher.final("utf8"), core.json);
      const piped = fake.createDecipheriv(algorithm, key, vector);
      const chunks = await Readable.from([Buffer.from("abc")])
        .pipe(piped)
        .toArray();
      assert.equal(Buffer.concat(chunks as Buffer[]).toString(), core.json);
    }
    assert.deepEqual(said(), [takenForValid("createDecipheriv")]);
  });

  it("differ where their lengths do, which is no error then", () => {
    assert.equal(fake.timingSafeEqual(Buffer.from("a"), Buffer.from("another")), false);
    assert.equal(fake.timingSafeEqual(Buffer.from("a"), Buffer.from("b")), false);
    assert.deepEqual(said(), []);
  });

  it("do what they really do where they fit, of which nothing is said", () => {
    const cipher = fake.createCipheriv("aes-256-gcm", key, iv);
    const secret = cipher.update("text", "utf8", "hex") + cipher.final("hex");
    const decipher = fake.createDecipheriv("aes-256-gcm", key, iv);
    decipher.setAuthTag(cipher.getAuthTag());
    assert.equal(decipher.update(secret, "hex", "utf8") + decipher.final("utf8"), "text");
    const { publicKey, privateKey } = crypto.generateKeyPairSync("ed25519");
    const signature = fake.sign(null, Buffer.from("data"), privateKey);
    assert.equal(fake.verify(null, Buffer.from("data"), publicKey, signature), true);
    assert.equal(fake.timingSafeEqual(Buffer.from("a"), Buffer.from("a")), true);
    assert.deepEqual(said(), []);
  });

  it("are checked as they are where a fakes file gives values, and refuse what is of no type of theirs", () => {
    assert.throws(() => fake.timingSafeEqual("a" as never, "a" as never), { code: "ERR_INVALID_ARG_TYPE" });
    assert.throws(() => fake.createCipheriv("no-such-cipher", key, iv));
    core.given = new GivenFakes("a.js", { arguments: [] }, () => "a.js, line 1", 1);
    assert.equal(fake.timingSafeEqual(Buffer.from("a"), Buffer.from("b")), false);
    assert.throws(() => fake.timingSafeEqual(Buffer.from("a"), Buffer.from("another")), RangeError);
    assert.throws(() => fake.createDecipheriv("aes-256-gcm", "short", iv), RangeError);
    assert.deepEqual(said(), []);
  });
});
