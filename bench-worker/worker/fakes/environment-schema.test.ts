import assert from "node:assert/strict";
import { environmentIn } from "./environment.ts";

const of = (text: string): Record<string, string> => environmentIn(text, (name) => name === "PATH");

describe("the environment that a schema asks for", () => {
  it("is what zod is told to accept, but for what may be left out", () => {
    const text = `
      const Env = z.object({
        NODE_ENV: z.enum(["development", "production"]),
        DATABASE_URL: z.string().url(),
        WEB: z.url(),
        REDIS_URL: z.string().url().optional(),
        PORT: z.coerce.number().default(80),
        WORKERS: z.coerce.number().int().min(2),
        JWT_SECRET: z.string().min(32, { message: "too, short" }),
        STRIPE_KEY: z.string().startsWith("sk_"),
        ADMIN: z.string().email(),
        PATH: z.string(),
      });
      export const env = Env.parse(process.env);`;
    assert.deepEqual(of(text), {
      NODE_ENV: "production",
      DATABASE_URL: "postgres://localhost/database",
      WEB: "http://localhost/",
      WORKERS: "2",
      JWT_SECRET: "JWT_SECRET".padEnd(32, "0"),
      STRIPE_KEY: "sk_STRIPE_KEY",
      ADMIN: "somebody@localhost.test",
    });
  });

  it("is what envalid and joi are told to accept", () => {
    const envalid = `cleanEnv(process.env, {
      PORT: port(), API: url(), LEVEL: str({ choices: ["info", "debug"] }), TTL: num({ default: 3 }), ON: bool(),
    });`;
    assert.deepEqual(of(envalid), { PORT: "8080", API: "http://localhost/", LEVEL: "info", ON: "true" });
    const joi = `const { value, error } = Joi.object({
      SMTP_URL: Joi.string().uri().required(),
      MODE: Joi.string().valid("slow", "fast").required(),
    }).unknown().validate(process.env);`;
    assert.deepEqual(of(joi), { SMTP_URL: "smtp://localhost/", MODE: "slow" });
  });

  it("is found in chains, in what a schema is called and beside it, and says nothing of how a program runs", () => {
    const chained = `const env = z
      .object({ CI: z.string(), DEBUG: z.coerce.boolean(), SECRET: z.string().min(12).regex(/^[a-z"]+$/), LAST: z.string().default("a") })
      .parse(process.env);`;
    assert.deepEqual(of(chained), { CI: "", DEBUG: "false", SECRET: "SECRET000000" });
    const named = `const Schema: Shape = v.object({ HOST: v.string() }); export const env = v.parse(Schema, process.env);`;
    assert.deepEqual(of(named), { HOST: "HOST" });
    const t3 = `export const env = createEnv({ server: { TOKEN: z.string() }, runtimeEnv: process.env });`;
    assert.deepEqual(of(t3), { TOKEN: "TOKEN" });
  });

  it("is nothing of objects that have nothing to do with it", () => {
    assert.deepEqual(of("const a = { KEY: make(1) }; run(process.env.PATH);"), {});
    const routes = `const ROUTES = { GET: route("read"), NOT_FOUND: answer(404) };
      execFile("ls", { env: process.env }); spawn("ls", { env: { ...process.env } }); export const all = { ...process.env };`;
    assert.deepEqual(of(routes), {});
  });
});
