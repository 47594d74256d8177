import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TargetRun } from "../../protocol.ts";
import { runWorker } from "../fixtures/run-worker.ts";

/** A workspace as people have them: packages that are not built, aliases, decorators, modules that await. */
const WORKSPACE: Readonly<Record<string, string>> = {
  "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
  "tsconfig.base.json":
    '{ "compilerOptions": { "experimentalDecorators": true, "paths": { "@core/*": ["./packages/core/src/*"], } } }',
  "packages/core/package.json":
    '{ "name": "@acme/core", "exports": { ".": { "import": "./dist/index.js" } } }',
  "packages/core/src/index.ts": 'export * from "./money.js";\nexport enum Currency { Eur = "EUR" }',
  "packages/core/src/money.ts": "export const format = (cents: number): string => (cents / 100).toFixed(2);",
  "packages/core/src/limits.ts":
    "export namespace Limits {\n  const each = 5;\n  export const most = (count: number): number => each * count;\n  export enum Kind { Card = 'card' }\n}",
  "packages/app/package.json":
    '{ "name": "app", "type": "module", "imports": { "#lib/*": "./src/lib/*.ts" } }',
  "packages/app/tsconfig.json": '{ "extends": "../../tsconfig.base.json" }',
  "packages/app/src/lib/round.ts": "export const round = Math.round;",
  "packages/app/src/payment.ts":
    'enum Kind { Card = "card" }\nexport interface Payment { id: string; status: "succeeded" | "failed"; kind: Kind.Card }',
  "packages/app/src/cache.ts": `import { Redis } from "ioredis";
const redis = new Redis();
export async function cached(key: string) {
  const hit = await redis.get(key);
  if (hit === null) return null;
  return JSON.parse(hit);
}
export async function clear(pages: any) {
  let page: any;
  do {
    page = await pages.scan(page?.nextToken);
    await redis.del(page.key);
  } while (page.nextToken);
}`,
  "packages/app/src/schema.json": '{ "version": 3 }',
  "packages/app/src/settings.mts": 'export const name = await Promise.resolve("prod");',
  "packages/app/src/config.mts":
    'import { name } from "./settings.mjs";\nimport fs from "node:fs/promises";\nconst text = await fs.readFile(new URL("./schema.json", import.meta.url), "utf8");\nexport const config = { name, version: JSON.parse(text).version };',
};

/** A file of the workspace whose last asynchronous function is run, and what it is to have used. */
const TARGETS: readonly (readonly [what: string, name: string, text: string, uses: readonly string[]])[] = [
  [
    "imports packages of its workspace, aliases and `#` imports for real",
    "invoice.ts",
    `import { Currency, format } from "@acme/core";
import { format as same } from "@core/money";
import { round } from "#lib/round";
export async function invoice(repo: Repo) {
  const total = await repo.total("a");
  const said = [Currency.Eur, format(500), same(700), round(1.6)].join();
  if (said !== "EUR,5.00,7.00,2") throw new Error(said);
  await fetch(\`/api/\${total}\`);
}`,
    ["repo.total", "fetch"],
  ],
  [
    "imports a file which reads an answer as JSON, one that goes from page to page, and the types of its parameters",
    "orders.ts",
    `import { cached, clear } from "./cache.js";
import type { Payment } from "./payment.js";
export async function order(pages: any, payment: Payment, refund?: Payment) {
  const said = [payment.id, payment.status, payment.kind].join();
  if (said !== "payment.id,succeeded,card") throw new Error(said);
  await cached("a");
  await clear(pages);
}`,
    ["new redis.Redis().get", "pages.scan", "new redis.Redis().del"],
  ],
  [
    "imports modules that await at their top level",
    "check.mts",
    `import { config } from "./config.mjs";
export async function check(db: any) {
  if (JSON.stringify(config) !== '{"name":"prod","version":3}') throw new Error(JSON.stringify(config));
  await db.check((await import("./settings.mjs")).name);
}`,
    ["db.check"],
  ],
  [
    "is JSX, with a runtime that is not there",
    "page.tsx",
    `import * as React from "react-that-is-not-there";
export default async function Page({ params }: { params: { id: string } }) {
  const data = await fetch("/api/" + params.id).then((r) => r.json());
  return <><main>{data.name}</main>{React.createElement("p")}</>;
}`,
    ["fetch"],
  ],
  [
    "imports a client when it is called",
    "table.ts",
    `export const read = ((table: string) => async (id: string) => {
  const { DynamoDB } = await import("@aws-sdk/client-dynamodb");
  return await new DynamoDB({}).getItem({ TableName: table, Key: { id: { S: id } } });
})("t");`,
    ["new aws.DynamoDB().getItem"],
  ],
  [
    "is a method of a decorated class that gets what it needs injected",
    "controller.ts",
    `import { Controller, Get, Param } from "@nestjs/common-that-is-not-there";
@Controller("invoices")
export class Invoices {
  @Input() limit = 3;
  constructor(private readonly repo: Repo, @Inject(Audit) private readonly audit: Audit) {}
  @Get(":id")
  async one(@Param("id") id: string) {
    const total = await this.repo.total(id);
    await this.audit.note(\`\${total}\`);
  }
}`,
    ["audit.note", "repo.total"],
  ],
  [
    "has decorators as the language has them, and accessors",
    "jobs.ts",
    `const logged = (run: Function, _context: unknown) => run;
export class Jobs {
  @logged accessor limit = 3;
  @logged
  async run(db: { next(): Promise<string> }) {
    await db.next();
    if (this.limit !== 3) throw new Error(String(this.limit));
  }
}`,
    ["db.next"],
  ],
  [
    "is a private member",
    "private.ts",
    `export class Repo {
  #cache = new Map<string, number>();
  constructor(private readonly pool: Pool) {}
  async #load(id: string) {
    const { rows } = await this.pool.query("select 1", [id]);
    this.#cache.set(id, rows.length);
  }
}`,
    ["pool.query"],
  ],
  [
    "stands in a namespace",
    "store.ts",
    `export namespace Store {
  const prefix = "k:";
  export async function load(db: Db, id: string) {
    if (prefix !== "k:") throw new Error(prefix);
    return await db.get(prefix + id);
  }
}`,
    ["db.get"],
  ],
  [
    "imports a namespace that has values",
    "limited.ts",
    `import { Limits } from "@core/limits";
export async function pay(repo: Repo) {
  if (Limits.most(2) !== 10 || Limits.Kind.Card !== "card") throw new Error("it was made up");
  await repo.pay(Limits.most(1));
}`,
    ["repo.pay"],
  ],
  [
    "is a closure",
    "service.ts",
    `export function makeService(db: Db, { retries = 2 } = {}) {
  const cache = new Map<string, string>();
  return {
    remove: async (id: string) => {
      await db.remove(id);
      cache.delete(id);
    },
  };
}`,
    ["db.remove"],
  ],
];

describe("a function of a project", () => {
  let folder: string;
  let runs: TargetRun[];

  before(async function () {
    this.timeout(60_000);
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "async-cost-projects-")));
    const sources = TARGETS.map(([, name, text]) => [`packages/app/src/${name}`, text] as const);
    for (const [name, text] of [...Object.entries(WORKSPACE), ...sources]) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    mkdirSync(path.join(folder, "node_modules/@acme"), { recursive: true });
    symlinkSync(path.join(folder, "packages/core"), path.join(folder, "node_modules/@acme/core"), "junction");
    runs = await runWorker(sources.map(([name]) => path.join(folder, name)));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [index, [what, , , uses]] of TARGETS.entries()) {
    it(`runs that ${what}`, () => {
      const run = runs[index]!;
      if (run.state !== "completed") assert.fail(`${run.reason} ${run.hint}`);
      const used = run.fakes.filter(({ kind, calls }) => kind !== "sync" && calls !== undefined);
      assert.deepEqual(used.map(({ expression }) => expression).sort(), [...uses].sort());
      const warnings = run.warnings.filter((text) =>
        /^Made-up values alone|apart from its module/.test(text),
      );
      assert.deepEqual(warnings, []);
    });
  }
});
