import assert from "node:assert/strict";
import type { IoCallKind } from "../../../analysis/model.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { clientOf } from "./clients.ts";
import { UniversalFakes } from "./universal/universal-fakes.ts";

/* eslint-disable @typescript-eslint/no-explicit-any -- written as users write them */

interface Case {
  readonly specifier: string;
  /** A small function as its users write it. */
  readonly use: (client: any) => Promise<unknown>;
  readonly gives: unknown;
  readonly ioCalls: number;
  /** What the source shows beside. */
  readonly hints?: Record<string, IoCallKind>;
}

const CASES: readonly Case[] = [
  {
    specifier: "pg",
    use: async ({ Pool }) => {
      const client = await new Pool().connect();
      const { rows, rowCount } = await client.query("select 1");
      client.release();
      return [rows.length, rowCount];
    },
    gives: [2, 1],
    ioCalls: 2,
  },
  {
    specifier: "pg",
    use: ({ Client }) =>
      new Promise((resolve, reject) =>
        new Client().query("select 1", (error: unknown, result: any) =>
          error === null ? resolve(result.rows.length) : reject(new Error("no")),
        ),
      ),
    gives: 2,
    ioCalls: 1,
  },
  {
    specifier: "postgres",
    use: async (postgres) => {
      const sql = postgres();
      const [row] = await sql`select 1`;
      return sql.begin(async (inner: any) => [row !== undefined, (await inner`select 2`).length]);
    },
    gives: [true, 2],
    ioCalls: 3,
  },
  {
    specifier: "mysql2/promise",
    use: async ({ createPool }) => {
      const [rows, fields] = await createPool().query("select 1");
      const [{ insertId }] = await createPool().execute("insert");
      return [rows.length, fields.length, insertId];
    },
    gives: [2, 0, 1],
    ioCalls: 2,
  },
  {
    specifier: "mysql2",
    use: ({ createConnection }) =>
      new Promise((resolve) =>
        createPoolOf(createConnection).query(
          "select 1",
          (_error: unknown, rows: unknown[], fields: unknown[]) => resolve([rows.length, fields.length]),
        ),
      ),
    gives: [2, 0],
    ioCalls: 1,
  },
  {
    specifier: "redis",
    use: async ({ createClient }) => {
      const client = createClient();
      await client.connect();
      const results = await client.multi().set("a", "b").incr("c").exec();
      return [await client.get("a"), await client.hGetAll("h"), results.length];
    },
    gives: ["{\t}", { field: "{\t}", other: "{\t}" }, 2],
    ioCalls: 4,
  },
  {
    specifier: "ioredis",
    use: async (Redis) => {
      const redis = new Redis();
      const [, , [, receivers]] = await redis.multi().lpush("a", 1).ltrim("a", 0, 9).publish("a", 1).exec();
      const sent = redis.pipeline();
      sent.incr("a");
      await redis.get("a");
      const [[, count], ...more] = await sent.exec();
      redis.defineCommand("take", { lua: "return 1" });
      redis.on("error", () => undefined).unref();
      const taken = redis.take("a");
      return [
        await redis.smembers("s"),
        await redis.del("s"),
        receivers,
        count,
        more.length,
        typeof taken.then,
      ];
    },
    gives: [["{\t}", "{\t\t}"], 1, 1, 1, 0, "function"],
    ioCalls: 6,
  },
  {
    specifier: "mongodb",
    use: async ({ MongoClient }) => {
      const users = new MongoClient().db().collection("users");
      const { insertedId } = await users.insertOne({});
      const all = await users.find().sort().toArray();
      let seen = 0;
      for await (const user of users.find()) if (user !== undefined) seen++;
      return [insertedId, all.length, seen, (await users.findOne()) !== undefined];
    },
    gives: ["1", 2, 1, true],
    ioCalls: 4,
  },
  {
    specifier: "mongoose",
    use: async ({ model }) => {
      const User = model("User");
      const query = User.find().sort();
      const users = await query.lean();
      const user = await User.findOne();
      user.tags.push("a");
      user.watchers.find(() => true);
      await user.save();
      let streamed = 0;
      for await (const one of User.find().cursor()) if (one !== undefined) streamed++;
      return [users.length, (await User.updateOne({}, {})).modifiedCount, streamed];
    },
    gives: [2, 1, 1],
    ioCalls: 5,
  },
  {
    specifier: "mongoose",
    use: async ({ model }) => {
      const names: unknown[] = [];
      for await (const user of model("User").find().select("name").cursor()) {
        names.push(user.name.toLowerCase(), ...user.tags.map((tag: any) => tag.text.trim()));
        await user.save();
      }
      return names.length;
    },
    gives: 2,
    ioCalls: 2,
  },
  {
    specifier: "mongoose",
    use: async ({ model }) => {
      const begun = model("User").findById(1).populate("a").exec();
      const isBegun = begun instanceof Promise;
      const all = await model("User").find().exec();
      return [isBegun, (await begun) === undefined, all.length];
    },
    gives: [true, false, 2],
    ioCalls: 2,
  },
  {
    specifier: "mongoose",
    use: async ({ model, Schema }) => {
      const schema = new Schema({});
      schema.statics.isTaken = async function (this: any, name: string) {
        return (await this.findOne({ name })) !== null;
      };
      schema.methods.rename = async function (this: any, name: string) {
        await this.save();
        return `own ${name}`;
      };
      const User = model("User", schema);
      const [first] = await User.find();
      const named = [await User.findById(1), new User(), first].map((user) => user.rename("a"));
      return [await User.isTaken("a"), ...(await Promise.all(named))];
    },
    gives: [true, "own a", "own a", "own a"],
    ioCalls: 6,
    hints: { isTaken: "promise", rename: "promise" },
  },
  {
    specifier: "knex",
    use: async (knex) => {
      const user = await knex({})("users").where({ id: 1 }).first();
      return [user.name.trim() !== undefined, user.name.at(0) !== undefined];
    },
    gives: [true, true],
    ioCalls: 1,
  },
  {
    specifier: "knex",
    use: async (knex) => {
      const db = knex({});
      const query = db("users").where({ id: 1 });
      const rows = await query.select("id").finally(() => 5);
      const [id] = await db.transaction((trx: any) => trx("users").insert({}));
      return [rows.length, id !== undefined, await db("users").where("id", 1).update({})];
    },
    gives: [2, true, 1],
    ioCalls: 4,
    hints: { where: "promise" },
  },
  {
    specifier: "@prisma/client",
    use: async ({ PrismaClient }) => {
      const prisma = new PrismaClient();
      const users = await prisma.user.findMany();
      await prisma.$transaction(async (tx: any) => tx.user.create({}));
      return [users.length, await prisma.user.count(), (await prisma.user.deleteMany()).count];
    },
    gives: [2, 1, 1],
    ioCalls: 5,
  },
  {
    specifier: "sequelize",
    use: async ({ Model }) => {
      class User extends Model {}
      const { rows, count } = await (User as any).findAndCountAll();
      const [user, isNew] = await (User as any).findOrCreate({});
      return [rows.length, count, user !== undefined, isNew];
    },
    gives: [2, 2, true, true],
    ioCalls: 2,
  },
  {
    // As an application loads its models: each by its name.
    specifier: "sequelize",
    use: async ({ Sequelize }) => {
      const sequelize = new Sequelize("db", "user", "secret");
      const db: Record<string, any> = {};
      for (const model of [sequelize.define("User", {}), sequelize.define("Note", {})])
        db[model.name] = model;
      const notes = await db["Note"].findAll();
      return [Object.keys(db), notes.length, (await db["User"].findOne()) !== undefined];
    },
    gives: [["User", "Note"], 2, true],
    ioCalls: 2,
  },
  {
    specifier: "axios",
    use: async (axios) => {
      const { status } = await axios.get("http://a/");
      const response = await axios.create().post("http://a/", {});
      return [status, response.status, response.data !== undefined];
    },
    gives: [200, 200, true],
    ioCalls: 2,
  },
  {
    specifier: "got",
    use: async (got) => {
      const { body } = await got("http://a/");
      return [body, (await got("http://a/").json()) !== undefined];
    },
    gives: ["{\t}", true],
    ioCalls: 2,
  },
  {
    specifier: "undici",
    use: async ({ request }) => {
      const { statusCode, body } = await request("http://a/");
      return [statusCode, typeof (await body.json()).id];
    },
    gives: [200, "function"],
    ioCalls: 1,
  },
  {
    specifier: "bcryptjs",
    use: async (bcrypt) => {
      const hash = await bcrypt.hash("secret", 10);
      return [typeof hash, await bcrypt.compare("secret", hash)];
    },
    gives: ["string", true],
    ioCalls: 2,
  },
  {
    specifier: "node-fetch",
    use: async (fetch) => {
      const response = await fetch("http://a/");
      return [response.ok, typeof (await response.json()).id];
    },
    gives: [true, "function"],
    ioCalls: 1,
  },
  {
    specifier: "@aws-sdk/lib-storage",
    use: async ({ Upload }) => {
      await new Upload({}).done();
      return 1;
    },
    gives: 1,
    ioCalls: 1,
  },
  {
    specifier: "@aws-sdk/client-s3",
    use: async ({ S3Client, ListObjectsV2Command }) => {
      const client = new S3Client({});
      let token: unknown;
      let pages = 0;
      do {
        const page = await client.send(new ListObjectsV2Command({ token }));
        token = page.NextContinuationToken ?? page.NextToken;
        pages++;
      } while (token !== undefined && pages < 3);
      return pages;
    },
    gives: 1,
    ioCalls: 1,
  },
  {
    specifier: "@aws-sdk/client-s3",
    use: async ({ S3Client, GetObjectCommand, PutObjectCommand }) => {
      const { Body } = await new S3Client({}).send(new GetObjectCommand({}));
      const chunks: unknown[] = [];
      for await (const chunk of Body) chunks.push(chunk);
      const put = await new S3Client({}).send(new PutObjectCommand({ Body: "text" }));
      return [
        String(chunks[0]),
        await Body.transformToString(),
        typeof put.Body.pipe,
        put.Body.readable === true,
      ];
    },
    gives: ["{\t}", "{\t}", "function", false],
    ioCalls: 2,
  },
  {
    specifier: "kafkajs",
    use: async ({ Kafka }) => {
      const consumer = new Kafka({}).consumer({});
      let messages = 0;
      await consumer.connect();
      await consumer.run({
        eachMessage: async ({ message }: any) => void (messages += message === undefined ? 0 : 1),
      });
      const [{ errorCode }] = await new Kafka({}).producer().send({});
      return [messages, errorCode];
    },
    gives: [0, 0],
    ioCalls: 3,
  },
  {
    specifier: "amqplib",
    use: async ({ connect }) => {
      const channel = await (await connect("amqp://a")).createChannel();
      const { queue } = await channel.assertQueue("a");
      let messages = 0;
      await channel.consume(queue, (message: any) => {
        messages++;
        channel.ack(message);
      });
      return [queue, messages];
    },
    gives: ["queue", 0],
    ioCalls: 4,
  },
  {
    specifier: "execa",
    use: async ({ execa, execaSync }) => {
      const running = execa("git", ["fetch"]);
      running.stdin.end();
      const { exitCode } = await running;
      const { stdout } = await execa("git", ["tag"]);
      return [exitCode, stdout.split("\n").length > 0, execaSync("git").then === undefined];
    },
    gives: [0, true, true],
    ioCalls: 2,
  },
  {
    specifier: "@octokit/rest",
    use: async ({ Octokit }) => {
      const octokit = new Octokit({});
      const { status } = await octokit.rest.repos.get({});
      const issues = await octokit.paginate(octokit.rest.issues.listForRepo, {});
      return [status, issues.length];
    },
    gives: [200, 2],
    ioCalls: 2,
  },
];

const createPoolOf = (create: () => any): any => create();

describe("clients of services", () => {
  for (const { specifier, use, gives, ioCalls, hints = {} } of CASES) {
    it(`${specifier} is called and answers as it does: ${ioCalls} I/O`, async () => {
      const core = new IoCore(new VirtualClock(), 1);
      const fakes = new UniversalFakes(core, new Map(Object.entries(hints)));
      const client = clientOf(specifier)!;
      fakes.clients.add(client);
      assert.deepEqual(await use(fakes.make(client.name)), gives);
      assert.equal(core.calls, ioCalls);
    });
  }

  it("run a handler of messages only where it settles something", async () => {
    const contentOf = async (channel: any, handOn: (done: () => void) => void): Promise<string> => {
      let content = "";
      const handle = (message: any): void => void (content = message.content.toString());
      await channel.consume("jobs", (message: any) => handOn(() => handle(message)));
      return content;
    };
    const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
    fakes.clients.add(clientOf("amqplib")!);
    const { connect }: any = fakes.make("amqp");
    const channel = await (await connect()).createChannel();
    const resolve = (done: () => void): void => done();
    const content = new Promise((settle) => {
      channel.consume("jobs", (message: any) => {
        resolve(() => settle(message.content.toString()));
      });
    });
    assert.equal(await content, "{\t}");
    assert.equal(await contentOf(channel, (go) => go()), "");
  });

  it("say of what a function of their package gives, which goes through its I/O calls by itself, that it is made up", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const fakes = new UniversalFakes(core, new Map());
    const client = clientOf("@aws-sdk/client-s3")!;
    fakes.clients.add(client);
    const aws = fakes.make(client.name) as any;
    core.watch({ onCall: () => null });
    for await (const page of aws.paginateListObjectsV2({ client: new aws.S3Client({}) }, {})) assert.ok(page);
    core.tap = null;
    assert.match(
      [...core.incidents].join("\n"),
      /^What \S+\.paginateListObjectsV2\(\) does between .+ was made up with its package/,
    );
  });

  it("are told from other packages by their whole name", () => {
    for (const name of ["pgx", "./pg", "redis-mock", "axios-retry", "@aws-sdk/types"]) {
      assert.equal(clientOf(name), undefined);
    }
  });
});
