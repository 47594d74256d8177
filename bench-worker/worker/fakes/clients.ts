import { MADE_JSON, piecesOf } from "../io/io-core.ts";
import { ITEMS_OF_LISTS } from "../load/stand-ins.ts";
import { answerHolding } from "./web.ts";

/**
 * What an operation of a client answers: `item` makes what stands for a row, a document, a body, `text` is what stands for a text; `valueOf`
 * gives what an error told of a member of an answer, else the value that it is given.
 */
export type ClientAnswer = (
  item: () => unknown,
  text: string,
  valueOf: (member: string, otherwise: unknown) => unknown,
) => unknown;

/** A client of a service, as its fake behaves. */
export interface Client {
  /** How its fake is called. */
  readonly name: string;
  /** The packages that it comes in. */
  readonly packages: RegExp;
  /** Operations by the name of their call, such as `pg.Pool().query`, and what they answer: the first that matches. */
  readonly operations: readonly (readonly [RegExp, ClientAnswer])[];
  /** Calls that only build: what they give is waited for itself, and answers then by the operations. */
  readonly thenable?: RegExp;
  /** Calls in between, of what `multi()` gives for one, which give what can be built on. */
  readonly builds?: RegExp;
  /** What of the members of an answer, `save` of a document, is an operation; whatever is one elsewhere where it is left out. */
  readonly ofAnswer?: RegExp;
  /** Calls that give a model, which goes by the name that they are given first. */
  readonly models?: RegExp;
  /** Operations that run a function, given as such or as a handler among options. */
  readonly runs?: RegExp;
  /** Of them those that keep it for each message: they are done once they have subscribed. */
  readonly keeps?: RegExp;
  /** What they run it with; what they are called on where it is left out. */
  readonly runsWith?: (item: unknown) => unknown;
  /** A member of the answer that is a stream of bytes, where the call was given something whose name matches. */
  readonly streams?: { readonly of: RegExp; readonly member: string };
  /** A callback gets the answer's items one by one. */
  readonly spreads?: boolean;
  /** Types of what is the client itself, or works as it does, as the package calls them, and the call that gives one. */
  readonly types?: readonly (readonly [RegExp, string])[];
  /** Functions of the program's own that it puts into what matches `to`: methods that belong to what matches `of`, and run. */
  readonly methods?: readonly { readonly to: RegExp; readonly of: RegExp }[];
}

const ANY = /./;
// Two, so that a call for each shows as such.
const list: ClientAnswer = (item) => [item(), item()];
const one: ClientAnswer = (item) => item();
const count: ClientAnswer = () => 1;
const nothing: ClientAnswer = () => undefined;
const ok: ClientAnswer = () => "OK";
const text: ClientAnswer = (_item, made) => made;
/** Texts that differ, as keys and members do. */
const texts = (): string[] => piecesOf(ITEMS_OF_LISTS);
// At its end at once; newer clients give an object that has the same.
const scanned: ClientAnswer = (_item, _made, valueOf) => {
  const found = texts();
  return Object.assign(["0", found], {
    cursor: valueOf("cursor", 0),
    keys: found,
    members: found,
    tuples: found,
    entries: found,
  });
};

const pgResult: ClientAnswer = (row) => ({
  rows: [row(), row()],
  rowCount: 1,
  fields: [],
  command: "SELECT",
});
const mysqlResult: ClientAnswer = (row) => [
  Object.assign([row(), row()], { affectedRows: 1, insertId: 1 }),
  [],
];
const httpAnswer: ClientAnswer = (data) => ({
  data: data(),
  status: 200,
  statusText: "OK",
  headers: {},
  config: {},
});
const message = { content: Buffer.from(MADE_JSON), fields: {}, properties: {} };
const webAnswer: ClientAnswer = (data) => answerHolding(Response, data());
const undiciAnswer: ClientAnswer = (data) => ({
  statusCode: 200,
  headers: {},
  trailers: {},
  body: answerHolding(Response, data()),
});
const written: ClientAnswer = () => ({
  acknowledged: true,
  insertedId: "1",
  insertedIds: { 0: "1" },
  insertedCount: 1,
  matchedCount: 1,
  modifiedCount: 1,
  deletedCount: 1,
  upsertedCount: 0,
});

/** Clients whose ways to be called and to answer are known; any other is guessed by its uses. */
const CLIENTS: readonly Client[] = [
  {
    name: "pg",
    types: [[/^(Pool|Client|PoolClient|ClientBase)$/, "pg.Pool()"]],
    packages: /^(pg|pg-pool|@neondatabase\/serverless|@vercel\/postgres)$/,
    operations: [
      [/\bquery$/, pgResult],
      [/\bconnect$/, one],
      [/\bend$/, nothing],
    ],
  },
  {
    name: "postgres",
    types: [[/^(Sql|TransactionSql)$/, "postgres()"]],
    packages: /^postgres$/,
    operations: [
      [/\bend$/, nothing],
      [ANY, list],
    ],
    thenable: /^postgres\(\)(\.unsafe)?\(\)$/,
    runs: /\b(begin|savepoint)$/,
  },
  {
    name: "mysql",
    types: [[/^(Pool|PoolConnection|Connection)$/, "mysql.createPool()"]],
    packages: /^(mysql2?|mysql2\/promise|mariadb|promise-mysql)$/,
    operations: [
      [/\b(query|execute)$/, mysqlResult],
      [/\bgetConnection$/, one],
      [/\b(beginTransaction|commit|rollback|end|ping)$/, nothing],
    ],
    spreads: true,
  },
  {
    name: "redis",
    types: [[/^(default|Redis|Cluster|RedisClientType|RedisClusterType)$/, "redis.createClient()"]],
    builds: /\b(multi|pipeline|batch)\(\)(\.\w+\(\))*\.(?!exec)\w+$/,
    packages: /^(redis|@redis\/client|ioredis|handy-redis)$/,
    operations: [
      [/\bh(GetAll|getall)$/, (_item, made) => ({ field: made, other: made })],
      [/\b[hsz]?[sS]can$/, scanned],
      [/\b(keys|mGet|mget|sMembers|smembers|lRange|lrange|hKeys|hkeys|hVals|hvals)$/, texts],
      [/\b(get|hGet|hget|lPop|lpop|rPop|rpop|getDel|getSet|getset|ping|type|rPopLPush)$/, text],
      [/\b(set|setEx|setex|hMSet|hmset|mSet|mset|connect|quit|auth|select|flushAll|flushall)$/, ok],
      [/\bexec$/, () => [[null, "OK"]]],
      [
        /\b(del|exists|expire|incr|incrBy|incrby|decr|hSet|hset|hDel|hdel|lPush|lpush|rPush|rpush|lLen|llen|sAdd|sadd|sRem|srem|sIsMember|sismember|zAdd|zadd|zCard|zcard|ttl|publish)$/,
        count,
      ],
      // Any other command, also one that the program defines.
      [
        /^[^()]*\(\)(\.duplicate\(\))*\.(?!(on|once|off|\w*Listeners?|emit|duplicate|multi|pipeline|batch|defineCommand|disconnect|destroy|unref|ref|nodes|monitor|eventNames|\w*(Stream|Iterator))$)\w+$/,
        one,
      ],
    ],
  },
  {
    name: "mongodb",
    types: [[/^(MongoClient|Db|Collection)$/, "mongodb.MongoClient()"]],
    packages: /^mongodb$/,
    operations: [
      [/\btoArray$/, list],
      [/\b(findOne|findOneAnd\w+|next)$/, one],
      [/\b(insert|update|delete|replace)(One|Many)$|\bbulkWrite$/, written],
      [/\b(countDocuments|estimatedDocumentCount)$/, count],
      [/\bdistinct$/, list],
      [/\bconnect$/, one],
      [
        /\b(close|createIndex|createCollection|drop\w*|commitTransaction|abortTransaction|endSession)$/,
        nothing,
      ],
    ],
    runs: /\bwithTransaction$/,
  },
  {
    name: "mongoose",
    types: [[/^(default\.)?Model$/, "mongoose.model()"]],
    packages: /^mongoose$/,
    operations: [
      [/\b(update|delete|replace)(One|Many)\b/, written],
      [/\b(count\w*|estimatedDocumentCount)\b/, count],
      [/\b(findOne|findById|findBy\w+|findOneAnd\w+)\b/, one],
      [/\b(find|aggregate|distinct|insertMany)\b/, list],
      [/\b(save|create|connect|exec|populate)$/, one],
    ],
    methods: [
      { to: /\bSchema\(\)\.statics$/, of: /\.model\(\)$/ },
      { to: /\bSchema\(\)\.methods$/, of: /(?:\.item|\)\[\d+\]|\.model\(\)\(\))$/ },
    ],
    ofAnswer: /^\.(?:save|populate|execPopulate|remove|deleteOne|updateOne|replaceOne|validate)$/,
    thenable:
      /$(?<=\.(find|count|update|delete|replace|distinct|aggregate|estimated)\w*\(\)(\.(?!exec\()\w+\(\))*)/,
  },
  {
    name: "knex",
    types: [[/^(Knex|default)(\.Transaction)?$/, "knex()"]],
    packages: /^knex$/,
    operations: [
      [/\.first(\(\)|$)/, one],
      [/\.(update|del|delete|increment)(\(\)|$)/, count],
      [/\.(destroy|commit|rollback)$/, nothing],
      [ANY, list],
    ],
    thenable: /^knex(\.default)?\(\)(\(\)|\.(?!destroy|transaction|commit|rollback)\w+\(\))(\.\w+\(\))*$/,
    runs: /\btransaction$/,
  },
  {
    name: "prisma",
    types: [[/^(PrismaClient|Prisma\.TransactionClient)$/, "prisma.PrismaClient()"]],
    packages: /^(@prisma\/client|\.prisma\/client)$/,
    operations: [
      [/\b(findMany|\$queryRaw\w*|groupBy)$/, list],
      [/\b(find\w+|create|update|upsert|delete|aggregate)$/, one],
      [/\b\w+Many$/, () => ({ count: 1 })],
      [/\b(count|\$executeRaw\w*)$/, count],
      [/\$(connect|disconnect)$/, nothing],
      [/\$transaction$/, list],
    ],
    runs: /\$transaction$/,
  },
  {
    name: "sequelize",
    types: [[/^Sequelize$/, "sequelize.Sequelize()"]],
    packages: /^(sequelize|@sequelize\/core|sequelize-typescript)$/,
    operations: [
      [/\bfindAndCountAll$/, (row) => ({ rows: [row(), row()], count: 2 })],
      [/\b(findOrCreate|upsert)$/, (row) => [row(), true]],
      [/\b(findAll|bulkCreate)$/, list],
      [/\b(find\w+|create|save|reload|transaction)$/, one],
      [/\bitem\.update$/, one],
      [/\bupdate$/, () => [1]],
      [/\b(count|sum|max|min|destroy)$/, count],
      [/\bquery$/, (row) => [[row(), row()], {}]],
      [/\b(authenticate|sync|close|commit|rollback)$/, nothing],
    ],
    models: /\.define$/,
    runs: /\btransaction$/,
  },
  {
    name: "axios",
    types: [[/^Axios(Instance|Static)?$/, "axios.create()"]],
    packages: /^axios$/,
    operations: [
      [/\b(get|delete|head|options|post\w*|put\w*|patch\w*|request)$/, httpAnswer],
      [/^axios(\.default)?(\.create\(\))?$/, httpAnswer],
    ],
  },
  {
    name: "got",
    types: [[/^(Got)$/, "got"]],
    packages: /^got$/,
    operations: [
      [/\.json$/, one],
      [/\.text$/, text],
      [/\.buffer$/, () => Buffer.from(MADE_JSON)],
      [ANY, (_item, made) => ({ body: made, statusCode: 200, headers: {} })],
    ],
    thenable: /^got(\.default)?(\.(?!extend|stream)\w+)?\(\)$/,
  },
  {
    name: "undici",
    packages: /^undici$/,
    operations: [
      [/\bfetch$/, webAnswer],
      [/\brequest$/, undiciAnswer],
    ],
  },
  {
    name: "fetch",
    packages: /^(node-fetch|cross-fetch|isomorphic-fetch|make-fetch-happen)$/,
    operations: [[/^fetch(\.default)?(\.fetch)?$/, webAnswer]],
  },
  {
    name: "execa",
    packages: /^execa$/,
    // Of a process that ended well; what it printed may be anything.
    operations: [[ANY, (made) => Object.assign(made() as object, { exitCode: 0, code: 0, failed: false })]],
    thenable: /^execa(\.(?!\w*[sS]ync\b)[\w$]+)?\(\)$/,
  },
  {
    name: "aws",
    types: [[/Client$|^DynamoDBDocument$/, "aws.S3Client()"]],
    packages: /^@aws-sdk\/(client|lib)-/,
    operations: [[/\.(send|done)$/, one]],
    streams: { of: /\bGet\w*ObjectCommand\b/, member: "Body" },
  },
  {
    name: "kafka",
    types: [[/^(Producer|Consumer|Admin)$/, "kafka.Kafka()"]],
    packages: /^kafkajs$/,
    operations: [
      [/\b(send|sendBatch)$/, () => [{ topicName: "topic", partition: 0, errorCode: 0, baseOffset: "0" }]],
      [/\b(connect|disconnect|subscribe|run|stop|commitOffsets)$/, nothing],
    ],
    runs: /\brun$/,
    keeps: /\brun$/,
    runsWith: (item) => item,
  },
  {
    name: "amqp",
    types: [[/^(Channel|ConfirmChannel|ChannelModel|Connection)$/, "amqp.connect()"]],
    packages: /^amqplib(\/.*)?$/,
    operations: [
      [/\bassertQueue$/, () => ({ queue: "queue", messageCount: 0, consumerCount: 1 })],
      [/\b(connect|createChannel|createConfirmChannel|assertExchange)$/, one],
      [/\bget$/, () => message],
      [/\bconsume$/, () => ({ consumerTag: "tag" })],
      [/\b(close|bindQueue|prefetch|waitForConfirms|purgeQueue|deleteQueue)$/, nothing],
    ],
    runs: /\bconsume$/,
    keeps: /\bconsume$/,
    runsWith: () => message,
  },
  {
    // Off the thread, or in small steps: whoever waits for it waits as for I/O.
    name: "bcrypt",
    packages: /^(bcrypt|bcryptjs|@node-rs\/bcrypt|argon2|@node-rs\/argon2)$/,
    operations: [
      [/\b(compare|verify)$/, () => true],
      [/\b(hash|genSalt)$/, () => "hash"],
    ],
  },
  {
    name: "octokit",
    types: [[/^Octokit$/, "octokit.Octokit()"]],
    packages: /^(octokit|@octokit\/(core|rest|request|graphql|action))$/,
    operations: [
      [/\bpaginate$/, list],
      [/\bgraphql$/, one],
      [/\(\)\.(request|(rest\.)?\w+\.\w+)$/, httpAnswer],
    ],
  },
];

/** The client that a specifier names; undefined for any other package. */
export function clientOf(specifier: string): Client | undefined {
  return CLIENTS.find(({ packages }) => packages.test(specifier));
}
