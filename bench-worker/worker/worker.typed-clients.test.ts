import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

async function called(text: string, functionStart?: number) {
  const {
    counters,
    fakes,
    remarks = [],
  } = await completed("fs-await.ts", {
    text,
    ...(functionStart === undefined ? {} : { functionStart }),
    budget: 1,
    options: { concurrency: [1] },
  });
  return {
    ioCalls: counters.ioCalls,
    perItem: counters.byItems?.ioCalls?.perItem,
    kinds: [...new Set(fakes.map(({ kind }) => kind))],
    remarks: remarks.map(({ code }) => code),
  };
}

const PRISMA = `import { PrismaClient, Prisma } from "@prisma/client";
`;

describe("what has the type of a known client", () => {
  it("answers as that, whether the text waits for it or hands it on", async () => {
    const handedOn = await called(`${PRISMA}export class Tasks {
  constructor(private readonly db: PrismaClient) {}
  get size(): Promise<number> { return this.db.task.count(); }
  async count() { const found = await this.size; return found + 1; }
}`);
    assert.deepEqual(handedOn, { ioCalls: 1, perItem: undefined, kinds: ["promise"], remarks: [] });
    const kept = await called(`${PRISMA}export class Tasks {
  #known = new Map<string, Promise<unknown>>();
  constructor(private readonly db: PrismaClient) {}
  byId(id: string) {
    let hit = this.#known.get(id);
    if (!hit) this.#known.set(id, (hit = this.db.task.findUnique({ where: { id } })));
    return hit;
  }
  async many(ids: string[]) { return Promise.all(ids.map((id) => this.byId(id))); }
}`);
    assert.deepEqual([kept.ioCalls, kept.perItem], [2, 1]);
  });

  it("answers with rows of its own, and no remark says that it is taken for a client", async () => {
    const { ioCalls, perItem, remarks } = await called(`${PRISMA}
export async function clear(tx: Prisma.TransactionClient) {
  for (const task of await tx.task.findMany()) await tx.task.delete({ where: { id: task.id } });
}`);
    assert.deepEqual([ioCalls, perItem, remarks], [3, 1, []]);
  });

  it("is one in what a function is given, too, and by a name of the project's own", async () => {
    const { ioCalls, perItem, kinds } = await called(`import type { Knex } from "knex";
type Db = Knex | Knex.Transaction;
interface Stores { readonly db: Db }
export async function all({ db }: Stores) {
  const users = await db("users").where({ isActive: true });
  await Promise.all(users.map(({ id }) => db("log").insert({ id })));
}`);
    assert.deepEqual([ioCalls, perItem, kinds], [3, 1, ["promise"]]);
  });

  it("is one where a class of the package is named by what it makes", async () => {
    const { ioCalls, remarks } = await called(`import { Octokit } from "@octokit/rest";
type Hub = InstanceType<typeof Octokit>;
export async function label(hub: Hub) { await hub.issues.addLabels({ labels: ["done"] }); }`);
    assert.deepEqual([ioCalls, remarks], [1, []]);
  });

  it("is handed to what a transaction runs as what can be called, too", async () => {
    const text = `import type { Knex } from "knex";
export const add = async (db: Knex) => db.transaction(async (trx) => { await trx("users").insert({}); });`;
    const { ioCalls, kinds } = await called(text, text.indexOf("async (db"));
    assert.deepEqual([ioCalls, kinds], [2, ["promise"]]);
  });

  it("is what it was before where the package has a type of another kind by that name", async () => {
    const { ioCalls, kinds } = await called(`import type { PoolConfig } from "pg";
export async function host(pool: PoolConfig) { return [await pool.host, await pool.query()]; }`);
    assert.deepEqual([ioCalls, kinds], [1, ["promise"]]);
  });
});
