/** Fake I/O as a hand-written harness has it. */
export interface HandIo {
  promise(value: unknown): Promise<unknown>;
  callback(value: unknown, callback: (error: unknown, value: unknown) => void): void;
}

/** What a subject is called with, written by hand: plain objects, made once where one client serves all calls, anew where they are answers. */
export interface ByHand {
  readonly makeArguments: (callback: (error?: unknown) => void) => unknown[];
  readonly receiver?: unknown;
  /** What the module requires. */
  readonly modules?: Readonly<Record<string, unknown>>;
}

type Done = (error?: unknown, value?: unknown) => void;

/** By the name of a subject. */
export const BY_HAND: Readonly<Record<string, (io: HandIo) => ByHand>> = {
  "all-at-once": (io) => {
    const db = {
      orders: { findMany: () => io.promise([{ customerId: "a" }, { customerId: "b" }]) },
      customers: { findOne: () => io.promise({ name: "Ann" }) },
    };
    return { makeArguments: () => [db, "ids"] };
  },
  "cache-first": (io) => {
    const cache = { get: () => io.promise({ fresh: "fresh", value: "value" }), set: () => io.promise("set") };
    const db = { products: { find: () => io.promise({ id: "a" }) } };
    return { makeArguments: () => [cache, db, "id"] };
  },
  callback: (io) => {
    const db = { get: (_id: unknown, back: Done) => io.callback({ id: "a", name: "Ann" }, back) };
    return { makeArguments: (callback) => [db, "id", callback] };
  },
  "callbacks-nested": (io) => {
    const db = {
      carts: { get: (_id: unknown, back: Done) => io.callback({ id: "a", sku: "b", count: 1 }, back) },
      prices: { get: (_sku: unknown, back: Done) => io.callback({ amount: 1 }, back) },
      orders: { put: (_order: unknown, back: Done) => io.callback({ id: "c" }, back) },
    };
    return { makeArguments: (callback) => [db, "id", callback] };
  },
  "changed-row": (io) => {
    const db = { tickets: { get: () => io.promise({ owner: "Ann" }), save: () => io.promise("saved") } };
    return { makeArguments: () => [db, "id"] };
  },
  "compare-versions": (io) => {
    const store = {
      local: { read: () => io.promise({ version: "one" }), write: () => io.promise("written") },
      remote: { read: () => io.promise({ version: "two", value: "value" }) },
    };
    return { makeArguments: () => [store, "key"] };
  },
  "deep-config": (io) => {
    const config = {
      services: { database: { primary: { host: "host", port: "port" }, options: { timeout: "timeout" } } },
    };
    const driver = { open: () => io.promise({ id: "a" }) };
    return { makeArguments: () => [config, driver] };
  },
  "destructured-row": (io) => {
    const find = (): Promise<unknown> =>
      io.promise({ name: "Ann", address: { street: "street", city: "city" }, tags: "tags" });
    const db = { companies: { findById: find } };
    return { makeArguments: () => [db, "id"] };
  },
  "fetch-json": (io) => {
    const body = (): Promise<unknown> =>
      io.promise({ main: { temperature: "warm" }, wind: { speed: "fast" } });
    const http = { get: () => io.promise({ ok: "ok", json: body }) };
    return { makeArguments: () => [http, "city"] };
  },
  "filter-reduce": (io) => {
    const invoice = (): object => ({ paid: "paid", amount: 1, rate: 1 });
    const db = { invoices: { list: () => io.promise([invoice(), invoice()]) } };
    return { makeArguments: () => [db, "year"] };
  },
  "find-order": (io) => {
    const db = { orders: { find: () => io.promise({ id: "a", price: 1, quantity: 1 }) } };
    return { makeArguments: () => [db, "id"] };
  },
  handler: (io) => {
    const req = {
      app: { db: { findOrder: () => io.promise({ id: "a", state: "open" }) } },
      params: { id: "a" },
      user: { id: "b" },
    };
    const res = { json: () => "json" };
    return { makeArguments: () => [req, res] };
  },
  "json-body": (io) => {
    const queue = { publish: () => io.promise({ id: "a" }) };
    const event = { name: "event.name", user: "event.user" };
    return { makeArguments: () => [queue, event] };
  },
  "keys-of-settings": (io) => {
    const store = { save: () => io.promise("saved") };
    const settings = Object.create({ theme: "dark" }) as object;
    return { makeArguments: () => [store, settings] };
  },
  "list-spread": (io) => {
    const db = { roles: { of: () => io.promise([{ name: "one" }, { name: "two" }]) } };
    return { makeArguments: () => [db, "id"] };
  },
  logged: (io) => {
    const log = { debug: () => undefined, info: () => undefined };
    const store = { comments: { insert: () => io.promise({ id: "a" }) } };
    const comment = { id: "a", text: { trim: () => "text" }, author: "Ann" };
    return { makeArguments: () => [log, store, comment] };
  },
  "many-members": (io) => {
    const user = (): object => ({
      id: "a",
      name: "Ann",
      email: "email",
      phone: "phone",
      role: "role",
      address: { street: "street", city: "city", zip: "zip" },
      team: { name: "name", lead: "lead" },
    });
    const api = { users: { get: () => io.promise(user()) } };
    return { makeArguments: () => [api, "id"] };
  },
  "map-rows": (io) => {
    const row = (): object => ({ id: "a", price: 1, quantity: 1 });
    const db = { query: () => io.promise([row(), row()]) };
    return { makeArguments: () => [db] };
  },
  "module-client": (io) => {
    const pool = { query: () => io.promise({ rows: [{ count: "count" }] }) };
    const user = { id: "a" };
    return { makeArguments: () => [user], modules: { "some-database": { createPool: () => pool } } };
  },
  "one-after-another": (io) => {
    const repository = {
      blobs: { create: () => ({ put: () => io.promise({ path: "path", value: "value" }) }) },
      begin: () => io.promise({ commit: () => io.promise("committed") }),
      files: {
        byPath: () => io.promise({ id: "a", version: "b" }),
        update: () => io.promise("updated"),
      },
      versions: { insert: () => io.promise({ id: "c" }) },
    };
    const tag = { account: "account" };
    return { makeArguments: () => ["stream", repository, tag] };
  },
  options: (io) => {
    const client = { fetchPage: () => io.promise({ items: "items" }) };
    const options = { url: "url" };
    return { makeArguments: () => [client, options] };
  },
  "promise-chain": (io) => {
    const api = {
      getUser: () => io.promise({ id: "a" }),
      getPosts: () => io.promise([{ title: "one" }, { title: "two" }]),
    };
    return { makeArguments: () => [api, "id"] };
  },
  "repository-class": (io) => {
    const row = (): object => ({ id: "a", name: "Ann", email: "email" });
    const connection = { query: () => io.promise({ rows: [row(), row()] }) };
    return { makeArguments: () => ["name"], receiver: { connection } };
  },
  "row-by-row": (io) => {
    const user = (): object => ({ email: "email", name: "Ann" });
    const db = { users: { findAll: () => io.promise([user(), user()]) } };
    const mailer = { send: () => io.promise("sent") };
    return { makeArguments: () => [db, mailer] };
  },
  sorted: (io) => {
    const post = (): object => ({ date: 1, slug: "slug" });
    const db = { posts: { all: () => io.promise([post(), post()]) } };
    return { makeArguments: () => [db] };
  },
  "spread-options": (io) => {
    const transport = { send: () => io.promise({ status: "status", headers: "headers" }) };
    const options = {};
    return { makeArguments: () => [transport, options] };
  },
  streamed: (io) => {
    const source = {
      read: async function* () {
        await io.promise(undefined);
        yield { data: "data" };
      },
    };
    const target = { write: () => io.promise("written") };
    return { makeArguments: () => [source, target] };
  },
  texts: (io) => {
    const user = (): object => ({ title: "Dr", firstName: "Ann", lastName: "Lee" });
    const users = { load: () => io.promise(user()) };
    const mailer = { deliver: () => io.promise("delivered") };
    return { makeArguments: () => [users, mailer, "id"] };
  },
  transaction: (io) => {
    const accounts = {
      lock: () => io.promise({ id: "a", balance: 1 }),
      save: () => io.promise("saved"),
    };
    const db = {
      transaction: async (run: (one: object) => unknown) => {
        await io.promise(undefined);
        return await run({ accounts });
      },
    };
    return { makeArguments: () => [db, "from", "to", 1] };
  },
  validated: (io) => {
    const users = { findByName: () => io.promise({ id: "a" }), create: () => io.promise({ id: "b" }) };
    const hasher = { hash: () => io.promise("hash") };
    const input = { name: "Ann", password: "password" };
    return { makeArguments: () => [users, hasher, input] };
  },
};
