/** A folder of a public benchmark: one function in many patterns, on fakes of its own. None of its code is part of this project. */
export interface SuiteFolder {
  readonly name: string;
  /** Its clone's name, and where that comes from. */
  readonly repository: string;
  /** From which its own runner is started, relative to the clone. */
  readonly folder: string;
  readonly files: string;
  /** What each file's function calls that its fakes complete later, in order, as its source has it. */
  readonly calls: readonly string[];
  /** Files whose source has other ones. */
  readonly others?: Readonly<Record<string, readonly string[]>>;
  /** Options of its own runner. */
  readonly options: readonly string[];
}

/** Where a clone comes from, and what makes its own runner run. */
export interface SuiteRepository {
  readonly name: string;
  readonly url: string;
  readonly commit: string;
  readonly install: string;
  readonly node: string;
}

const INSTALL = "npm install --ignore-scripts --no-audit --no-fund --legacy-peer-deps --no-package-lock";

export const SUITE_REPOSITORIES: readonly SuiteRepository[] = [
  {
    name: "bluebird",
    url: "https://github.com/petkaantonov/bluebird",
    commit: "c220cfe480868e2f5c5de4fe8bb3b04b97588d7f",
    // What it depends on of a repository that is gone is a package by now, and what it builds is published.
    install: `cd benchmark && rm -f package-lock.json && npm pkg set overrides.source-map-support=0.4.18 && ${INSTALL} co@4.6.0 rx@4.1.0 baconjs@1.0.1 highland@2.13.5 kefir@3.8.8 bluebird@3.7.2 && cp -r node_modules/bluebird/js .. && mkdir ../node_modules`,
    node: ">=20",
  },
  {
    name: "async-compare",
    url: "https://github.com/spion/async-compare",
    commit: "de5b57e38bce16171b581a78e8a06dda711a985f",
    install: `npm pkg set overrides.commander=2.20.3 dependencies.source-map-support=0.4.18 dependencies.co=1.5.2 dependencies.fibrous=0.4.0 && ${INSTALL}`,
    node: ">=20",
  },
];

const UPLOAD = ["put", "get", "execWithin", "execWithin", "execWithin", "execWithin", "commit"];

export const SUITE_FOLDERS: readonly SuiteFolder[] = [
  {
    name: "Bluebird, doxbee-sequential",
    repository: "bluebird",
    folder: "benchmark",
    files: "doxbee-sequential",
    calls: UPLOAD,
    // Nobody subscribes to what their commit gives, so it does not begin.
    others: Object.fromEntries(
      ["baconjs-bacon.js", "caolan-highland", "pozadi-kefir"].map((name) => [
        `observables-${name}.js`,
        UPLOAD.slice(0, -1),
      ]),
    ),
    options: ["--t", "1"],
  },
  {
    name: "Bluebird, madeup-parallel",
    repository: "bluebird",
    folder: "benchmark",
    files: "madeup-parallel",
    calls: [...Array.from({ length: 10 }, () => "execWithin"), "commit"],
    options: ["--t", "1", "--p", "10"],
  },
  {
    name: "async-compare, examples",
    repository: "async-compare",
    folder: "",
    files: "examples",
    calls: UPLOAD,
    others: {
      // It inserts no version.
      "rx.js": UPLOAD.toSpliced(2, 1),
      // They look for the file first.
      ...Object.fromEntries(
        ["thunks-generator-co", "thunks-generator-gens", "dst-thunks-generator-co-traceur"].map((name) => [
          `${name}.js`,
          ["get", "put", ...UPLOAD.slice(2)],
        ]),
      ),
    },
    options: ["--t", "1"],
  },
];
