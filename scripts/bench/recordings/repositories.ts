/** What the tests of a repository print their counts in. */
export type Runner = "mocha" | "tap" | "tape" | "node:test" | "jest" | "vitest";

/** A public repository whose suite is recorded. None of its code is part of this one. */
export interface Repository {
  readonly name: string;
  readonly url: string;
  readonly commit: string;
  /** What is in it. */
  readonly kind: string;
  readonly install: string;
  /** Words of the command that runs its tests, without linters and coverage. */
  readonly test: readonly string[];
  readonly runner: Runner;
  /** Versions of Node that its suite passes on, as package.json has them. */
  readonly node: string;
  /** Nobody looks why something of it is not recorded, or not played, while recorder and replay are worked on. */
  readonly isHeldOut: boolean;
}

const INSTALL = "npm install --ignore-scripts --no-audit --no-fund --no-package-lock --legacy-peer-deps";
const FROM_LOCK = "npm ci --ignore-scripts --no-audit --no-fund";

/** Of the lock file, by the pnpm that is asked for, not by the one that package.json names. */
const BY_PNPM =
  "npm_config_manage_package_manager_versions=false npx --yes pnpm@10 install --frozen-lockfile --ignore-scripts";

/** Repositories of different kinds and runners, each at a commit. */
export const REPOSITORIES: readonly Repository[] = [
  {
    name: "nedb",
    url: "https://github.com/louischatriot/nedb",
    commit: "35be491ca67dbd4c6f75335f5f486307b192f2dc",
    kind: "embedded database; callbacks",
    install: INSTALL,
    test: ["node", "node_modules/mocha/bin/_mocha", "--reporter", "spec", "--timeout", "10000"],
    runner: "mocha",
    node: "<23",
    isHeldOut: false,
  },
  {
    name: "express",
    url: "https://github.com/expressjs/express",
    commit: "a3714473feb3d2908add734d340e7755fd85e0a3",
    kind: "web framework; callbacks, streams",
    install: INSTALL,
    test: [
      ...["npx", "mocha", "--require", "test/support/env", "--reporter", "spec", "--check-leaks"],
      ...["test/", "test/acceptance/"],
    ],
    runner: "mocha",
    node: ">=18",
    isHeldOut: false,
  },
  {
    name: "cacache",
    url: "https://github.com/npm/cacache",
    commit: "6e8eb4d7e82694149c34fbb0fbe5441628fc1703",
    kind: "cache on disk; async, streams",
    install: INSTALL,
    test: ["npx", "tap", "--no-coverage", "--reporter=tap"],
    runner: "tap",
    node: ">=20",
    isHeldOut: false,
  },
  {
    name: "abstract-level",
    url: "https://github.com/Level/abstract-level",
    commit: "2dd4027ba50ade5daa58d1d4b39f17db6af004c9",
    kind: "key-value store; classes, async",
    install: INSTALL,
    test: ["node", "test/self.js"],
    runner: "tape",
    node: ">=18",
    isHeldOut: false,
  },
  {
    name: "async",
    url: "https://github.com/caolan/async",
    commit: "77fd31096b7b421d6cd6be84757c767e0b35b9fd",
    kind: "control flow; callbacks",
    install: FROM_LOCK,
    test: ["npx", "mocha"],
    runner: "mocha",
    node: ">=18",
    isHeldOut: false,
  },
  {
    name: "multer",
    url: "https://github.com/expressjs/multer",
    commit: "0adb21d0294fe7315344feb6ddee00b0666d9e8a",
    kind: "uploads; callbacks, streams",
    install: INSTALL,
    test: ["npx", "mocha", "--reporter", "spec", "--exit", "--check-leaks", "test/"],
    runner: "mocha",
    node: ">=18",
    isHeldOut: false,
  },
  {
    name: "fs-extra",
    url: "https://github.com/jprichardson/node-fs-extra",
    commit: "62a4e720804aaa45d377d06788e258375cc544fa",
    kind: "file system; promises and callbacks",
    install: INSTALL,
    test: ["node", "test.js"],
    runner: "mocha",
    node: ">=18",
    isHeldOut: true,
  },
  {
    name: "graceful-fs",
    url: "https://github.com/isaacs/node-graceful-fs",
    commit: "234379906b7d2f4c9cfeb412d2516f42b0fb4953",
    kind: "file system; callbacks, queues",
    install: INSTALL,
    test: ["node", "test.js"],
    runner: "tap",
    node: ">=18",
    isHeldOut: true,
  },
  {
    name: "lockfile",
    url: "https://github.com/npm/lockfile",
    commit: "6590779867ee9bdc5dbebddc962640759892bb91",
    kind: "lock files; callbacks, timers",
    install: INSTALL,
    test: [
      "npx",
      "tap",
      "test/basic.js",
      "test/retry-time.js",
      "test/stale-contention.js",
      "test/unlock-no-cb.js",
    ],
    runner: "tap",
    node: ">=18",
    isHeldOut: true,
  },
  {
    name: "memory-level",
    url: "https://github.com/Level/memory-level",
    commit: "df5f71729a60953ce72ff3d12e2e8c9a12dff73a",
    kind: "key-value store in memory; classes",
    install: INSTALL,
    test: ["node", "test.js"],
    runner: "tape",
    node: ">=18",
    isHeldOut: true,
  },
  {
    name: "ofetch",
    url: "https://github.com/unjs/ofetch",
    commit: "dfbe3ca4ef8a22fc023fca5a5ef530e525f5e523",
    kind: "HTTP client; TypeScript, functions made by a factory",
    install: BY_PNPM,
    // One of them needs the internet.
    test: ["npx", "vitest", "run", "-t", "^(?!.*default fetch options)"],
    runner: "vitest",
    node: ">=20",
    isHeldOut: false,
  },
  {
    name: "datasource-rest",
    url: "https://github.com/apollographql/datasource-rest",
    commit: "1c7192576929952a729b47a94ff9e2295dc9a37a",
    kind: "REST client with a cache; TypeScript, classes that tests extend",
    install: FROM_LOCK,
    test: ["npx", "jest"],
    runner: "jest",
    node: ">=18",
    isHeldOut: false,
  },
  {
    name: "async-cache-dedupe",
    url: "https://github.com/mcollina/async-cache-dedupe",
    commit: "e29d8198f9f50466d5758ae1072d88e46ca63834",
    kind: "cache of calls; classes, timers",
    install: INSTALL,
    // The others need a server.
    test: [
      ...["npx", "borp", "--expose-gc", "test/cache.test.js", "test/clear.test.js", "test/stale.test.js"],
      ...["test/storage-base.test.js", "test/storage-custom.test.js", "test/storage-memory.test.js"],
      ...["test/ttl.test.js", "test/util.test.js"],
    ],
    runner: "node:test",
    node: ">=20",
    isHeldOut: false,
  },
  {
    name: "unstorage",
    url: "https://github.com/unjs/unstorage",
    commit: "afbb66ec266e0cec613cb087b49f75bf4deaaa41",
    kind: "storage with drivers; TypeScript, objects made by factories",
    install: BY_PNPM,
    // Those of drivers that need no server.
    test: [
      ...["npx", "vitest", "run", "--typecheck.enabled=false", "test/storage.test.ts", "test/server.test.ts"],
      ...["test/tracing.test.ts", "test/drivers/fs.test.ts", "test/drivers/fs-lite.test.ts"],
      ...["test/drivers/http.test.ts", "test/drivers/lru-cache.test.ts", "test/drivers/memory.test.ts"],
      ...["test/drivers/overlay.test.ts", "test/drivers/localstorage.test.ts", "test/drivers/null.test.ts"],
      ...["test/drivers/cloudflare-cache-binding-fake.test.ts", "test/drivers/s3-list.test.ts"],
      ...["test/drivers/session-storage.test.ts", "test/drivers/indexedb.test.ts"],
    ],
    runner: "vitest",
    node: ">=22",
    isHeldOut: false,
  },
  {
    name: "lowdb",
    url: "https://github.com/typicode/lowdb",
    commit: "966a3fde68b8c0fc4f4b9208fce56716a2facbf7",
    kind: "database in a file; TypeScript, ES modules, private members",
    install: FROM_LOCK,
    test: ["npm", "test"],
    runner: "node:test",
    node: ">=20",
    isHeldOut: false,
  },
  {
    name: "dynamoose",
    url: "https://github.com/dynamoose/dynamoose",
    commit: "a8e4764cfb478f480d7b8754eee0e6b5f60b01a3",
    kind: "object modelling of a database; classes compiled from TypeScript, doubles",
    // Tests load what is compiled.
    install: `${FROM_LOCK} && npx lerna run build`,
    test: ["npx", "jest"],
    runner: "jest",
    node: ">=18",
    isHeldOut: false,
  },
  {
    name: "lint-staged",
    url: "https://github.com/lint-staged/lint-staged",
    commit: "5f3b8f28e895972bd5a2cdba733327b49859b91f",
    kind: "command line over git; ES modules, child processes, doubles",
    install: FROM_LOCK,
    // The others commit to repositories of their own, by a program that no recorder is in.
    test: ["npx", "vitest", "run", "--coverage.enabled=false", "--project", "unit"],
    runner: "vitest",
    node: ">=22.22.1",
    isHeldOut: true,
  },
  {
    name: "fastify-static",
    url: "https://github.com/fastify/fastify-static",
    commit: "94d75c0e5b18310a4c34f9b19e6b5f00fd781c89",
    kind: "plugin of a web framework; callbacks, streams",
    install: INSTALL,
    test: ["npx", "borp"],
    runner: "node:test",
    node: ">=22",
    isHeldOut: true,
  },
  {
    name: "p-queue",
    url: "https://github.com/sindresorhus/p-queue",
    commit: "180ab9e25cd10b6f548767d7176076b50d25e188",
    kind: "queue with concurrency; TypeScript, private members, timers",
    install: INSTALL,
    test: ["sh", "-c", "node --import=tsx/esm --test test/*.ts"],
    runner: "node:test",
    node: ">=22",
    isHeldOut: true,
  },
  {
    name: "body-parser",
    url: "https://github.com/expressjs/body-parser",
    commit: "b1f3d588c5dca4b3a4ca7d5d3765c9129118926a",
    kind: "middleware; callbacks, streams",
    install: INSTALL,
    test: ["npx", "mocha", "--reporter", "spec", "--check-leaks", "test/"],
    runner: "mocha",
    node: ">=18",
    isHeldOut: false,
  },
  {
    name: "koa",
    url: "https://github.com/koajs/koa",
    commit: "e0ba8ef39d27fe5dae5492f9fe753d155124f994",
    kind: "web framework; async middleware",
    install: FROM_LOCK,
    test: ["node", "--test"],
    runner: "node:test",
    node: ">=20",
    isHeldOut: true,
  },
  {
    name: "express-session",
    url: "https://github.com/expressjs/session",
    commit: "2c9512fb790e4bf80b3b62305eb8078028607785",
    kind: "middleware with a store; callbacks, classes by prototypes",
    install: `${INSTALL} && ./test/support/gencert.sh`,
    test: [
      ...["npx", "mocha", "--require", "test/support/env", "--check-leaks", "--no-exit"],
      ...["--reporter", "spec", "test/"],
    ],
    runner: "mocha",
    node: ">=18",
    isHeldOut: true,
  },
  {
    name: "passport",
    url: "https://github.com/jaredhanson/passport",
    commit: "217018dbc46dcd4118dd6f2c60c8d97010c587f8",
    kind: "authentication; callbacks, strategies that a user hands in",
    install: INSTALL,
    test: [
      "sh",
      "-c",
      "npx mocha --reporter spec --require test/bootstrap/node test/*.test.js test/**/*.test.js",
    ],
    runner: "mocha",
    node: ">=18",
    isHeldOut: true,
  },
  {
    name: "dataloader",
    url: "https://github.com/graphql/dataloader",
    commit: "b70dea3cc72a7e8f941133b0f486aa1840e3f927",
    kind: "batches and caches calls; Flow, promises",
    install: INSTALL,
    test: ["npx", "jest", "src"],
    runner: "jest",
    node: ">=18",
    isHeldOut: true,
  },
];
