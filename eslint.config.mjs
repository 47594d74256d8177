import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import globals from "globals";
import tseslint from "typescript-eslint";
import { noCircle } from "./scripts/no-circle.mjs";

const node = "^node:|^(fs|path|os|child_process|http|https|net|util|stream|events|crypto|vm|v8|module)$";

/** One floor rule: what `files` may not import, and why (docs/architecture.md draws the house). */
const floor = (files, { zones = [], packages = [] }) => ({
  files,
  ignores: ["**/*.test.ts", "analysis/corpus/**", "extension/test/**", "webview/test/**"],
  rules: {
    "import-x/no-restricted-paths": [
      "error",
      {
        zones: zones.map(([from, message, except]) => ({
          target: files.map((f) => f.replace(/\/\*\*.*$/, "")),
          from,
          message,
          ...(except && { except }),
        })),
      },
    ],
    "no-restricted-imports": [
      "error",
      { patterns: packages.map(([regex, message]) => ({ regex, message, caseSensitive: true })) },
    ],
  },
});

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/", "**/fixtures/**", "docs/pictures/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.json", "./webview/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { "import-x": importX, "async-cost": { rules: { "no-circle": noCircle } } },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver({ project: ["tsconfig.json"] })] },
    rules: {
      "async-cost/no-circle": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // A quarter of the linter's time went into these. The compiler tells what is unused and lets nobody write an enum, and of
      // classes it compares those with private members by their names.
      "@typescript-eslint/no-unused-vars": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
    },
  },
  {
    // What types tell of a test its compiler says and its run shows; a third of the linter's time went into them.
    files: ["**/*.test.ts"],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { "@typescript-eslint/no-unused-expressions": "off" },
  },
  { files: ["**/*.mjs", "scripts/**"], languageOptions: { globals: globals.node } },
  {
    files: ["variants/**/*.js"],
    languageOptions: { sourceType: "commonjs", globals: globals.node },
    // The seeds' `upload` takes a tag that it does not use; every variant keeps its signature.
    rules: { "no-unused-vars": ["error", { args: "none" }] },
  },
  floor(["analysis/**/*.ts"], {
    zones: ["bench-worker", "extension", "cli", "webview"].map((room) => [
      room,
      "analysis/ is the lowest floor",
    ]),
    packages: [
      [node, "analysis/ works in a browser too"],
      ["^vscode$", "analysis/ does not know the editor"],
    ],
  }),
  floor(["bench-worker/*.ts", "bench-worker/fakes-file/**/*.ts", "bench-worker/contract/**/*.ts"], {
    zones: [
      ...["bench-worker/host", "bench-worker/worker", "bench-worker/recorder", "bench-worker/instrument"],
      ...["extension", "cli", "webview"],
    ].map((room) => [room, "a contract knows nobody who signs it"]),
    packages: [
      [node, "contracts work in a browser too"],
      ["^vscode$", "contracts do not know the editor"],
    ],
  }),
  floor(["bench-worker/instrument/**/*.ts"], {
    zones: [
      ...["bench-worker/*.ts", "bench-worker/fakes-file", "bench-worker/host", "bench-worker/worker"],
      ...["bench-worker/any-engine", "bench-worker/recorder", "extension", "cli", "webview"],
    ].map((room) => [room, "source is rewritten for whoever asks: text in, text out"]),
    packages: [
      [node, "rewriting source needs no Node"],
      ["^vscode$", "rewriting source does not need the editor"],
    ],
  }),
  floor(["bench-worker/recorder/**/*.ts"], {
    zones: [
      ["analysis", "the recorder is loaded into the user's processes, and takes little along", ["./source"]],
      ...[
        ...["bench-worker/fakes-file", "bench-worker/host", "bench-worker/worker", "bench-worker/any-engine"],
        ...["extension", "cli", "webview"],
      ].map((room) => [room, "the recorder knows only the contract and what rewrites source"]),
    ],
    packages: [["^vscode$", "the recorder does not know the editor"]],
  }),
  floor(["bench-worker/worker/**/*.ts"], {
    zones: ["bench-worker/host", "bench-worker/recorder", "extension", "cli", "webview"].map((room) => [
      room,
      "the worker knows only the contract, what rewrites source, and analysis/",
    ]),
    packages: [["^vscode$", "the worker does not know the editor"]],
  }),
  floor(["bench-worker/any-engine/**/*.ts"], {
    zones: [
      ...["analysis", "bench-worker/host", "bench-worker/worker", "bench-worker/recorder"],
      ...["bench-worker/instrument", "extension", "cli", "webview"],
    ].map((room) => [
      room,
      "the worker for any engine knows only the contract, and takes no code that needs a newer engine",
    ]),
    packages: [["^(?!fs$|module$|path$|vm$|\\.)", "what all engines from Node 0.10 on have is enough"]],
  }),
  floor(["bench-worker/host/**/*.ts"], {
    zones: [
      ...["bench-worker/worker", "bench-worker/any-engine", "bench-worker/recorder"],
      ...["bench-worker/instrument", "extension", "cli", "webview"],
    ].map((room) => [room, "the host speaks to worker and recorder by the contract"]),
    packages: [["^vscode$", "the host does not know the editor"]],
  }),
  floor(["cli/**/*.ts"], {
    zones: ["bench-worker/worker", "bench-worker/recorder", "extension", "webview"].map((room) => [
      room,
      "the command line stands beside these, not on them",
    ]),
    packages: [["^vscode$", "the command line runs without an editor"]],
  }),
  floor(["webview/**/*.ts"], {
    zones: ["bench-worker/worker", "bench-worker/recorder", "bench-worker/host", "extension", "cli"].map(
      (room) => [room, "the panel gets data and sends intents"],
    ),
    packages: [
      [node, "the panel runs in a browser"],
      ["^vscode$", "the panel does not know the editor"],
    ],
  }),
  floor(["extension/**/*.ts"], {
    zones: ["bench-worker/worker", "bench-worker/recorder", "cli", "webview"].map((room) => [
      room,
      "the extension does not know how anything is measured",
    ]),
  }),
  prettier,
);
