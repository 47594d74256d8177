import assert from "node:assert/strict";
import { environmentIn } from "./environment.ts";

describe("the environment that a text reads", () => {
  it("is made up where it is not set, and has no say in how a program runs", () => {
    const text = `
      const { TOKEN, HOST = "localhost", REGION: region } = process.env;
      connect(process.env.DATABASE_URL, process.env["MAX_SIZE"], process.env.PATH, process.env.NODE_ENV);
      process.env.WRITTEN = "1";
      if (process.env.MODE === "fast") run();
      if (!process.env.FAST && !process.env.STAGE) return process.env.LAZY ? wait() : go(process.env.DRY_RUN);
      if (process.env.KEY) use(process.env.KEY);`;
    assert.deepEqual(
      environmentIn(text, (name) => name === "PATH"),
      {
        DATABASE_URL: "postgres://localhost/database",
        MAX_SIZE: "1",
        KEY: "KEY",
        TOKEN: "TOKEN",
        REGION: "REGION",
      },
    );
  });

  it("is what the text itself says where that is something", () => {
    const text = `
      limit(Number(process.env.AT_ONCE ?? 4), Number(process.env.SIZE) || 10, process.env.HOST || "localhost");
      connect(process.env.KEY ?? "", process.env.PASSWORD || undefined, process.env.USER ?? name);`;
    assert.deepEqual(Object.keys(environmentIn(text, () => false)), ["KEY", "PASSWORD", "USER"]);
  });

  it("is JSON where it is parsed as such, in Base64 where it is kept so", () => {
    const text = `
      const key = process.env.KEY;
      const { ROLES: roles, NAME } = process.env;
      use(JSON.parse(key ?? ""), JSON.parse(roles), NAME);
      start(JSON.parse(process.env.ACCOUNT!), JSON.parse(Buffer.from(process.env.CERT!, "base64").toString()));
      go(JSON.parse(atob(process.env["FLAGS"])), JSON.parse(Buffer.from(process.env.BYTES)));`;
    assert.deepEqual(
      environmentIn(text, () => false),
      { KEY: "{}", ACCOUNT: "{}", CERT: "e30=", FLAGS: "e30=", BYTES: "{}", ROLES: "{}", NAME: "NAME" },
    );
  });

  it("is empty where nothing is read", () => {
    assert.deepEqual(
      environmentIn("const env = process.env; run(env);", () => false),
      {},
    );
  });
});
