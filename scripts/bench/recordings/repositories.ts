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
    test: ["npx", "tap", "--disable-coverage", "--reporter=tap"],
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
];
