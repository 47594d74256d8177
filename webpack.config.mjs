import { execFile } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { promisify } from "node:util";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import MinimizerPlugin from "minimizer-webpack-plugin";
import path from "node:path";
import webpack from "webpack";

/**
 * Minifies by SWC. Functions stay apart, as they are in the source: the finder of functions took half as long again once those
 * that are called from one place had been put there, since engines compile large functions worse.
 */
const minimizer = (mangle = {}) =>
  new MinimizerPlugin({
    parallel: false,
    minify: MinimizerPlugin.swcMinify,
    minimizerOptions: { compress: { inline: 1, reduce_funcs: false }, mangle },
  });

/**
 * Twelve bundles that ship (extension and analysis thread, each for desktop and browser; the worker and what it evaluates, and
 * that for any engine; the recorder, its loader and what it rewrites texts by; webview, command line) and, in development only, the suite that runs inside a real editor. esbuild strips the types; `npm run lint` is what checks them.
 */
export default (_env, { mode = "development" }) => {
  const production = mode === "production";
  const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

  /** Says which bundles are there while others are still being built. */
  const told = {
    apply: (compiler) =>
      compiler.hooks.done.tap("Told", ({ compilation, startTime, endTime }) => {
        if (compilation.errors.length > 0) return;
        console.log(
          `${compiler.name}: built, ${Math.round((endTime - startTime) / 1000)} s after the beginning`,
        );
      }),
  };

  const bundle = (name, entry, target, { plugins = [], ...overrides } = {}) => ({
    name,
    plugins: production ? [...plugins, told] : plugins,
    mode,
    entry: { [name]: entry },
    target,
    context: here,
    devtool: "source-map",
    output: {
      path: path.join(here, "dist"),
      filename: "[name].cjs",
      library: { type: "commonjs2" },
      devtoolModuleFilenameTemplate: "webpack://async-cost/[resource-path]",
    },
    resolve: { extensions: [".ts", ".js"] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: "esbuild-loader",
          options: { target: String(target).startsWith("web") ? "es2022" : "node20" },
        },
        {
          test: /\.ts$/,
          include: path.join(here, "analysis"),
          enforce: "pre",
          loader: path.join(here, "scripts/constants-loader.mjs"),
        },
      ],
    },
    optimization: {
      minimize: production,
      minimizer: [minimizer()],
      // What is loaded later is one file each, with what it alone needs.
      splitChunks: false,
    },
    performance: { hints: false },
    // Which bundles are there is told already.
    stats: { preset: "errors-warnings", errorsCount: !production, warningsCount: !production },
    ...overrides,
  });

  /** Writes dist/schemas. They are made by TypeScript code, which Node 20 runs only with tsx before it. */
  const jsonSchemas = {
    apply: (compiler) =>
      compiler.hooks.afterEmit.tapPromise("JsonSchemas", () =>
        promisify(execFile)(
          process.execPath,
          ["--import", "tsx", "cli/write-schemas.ts", path.join(compiler.outputPath, "schemas")],
          { cwd: here },
        ),
      ),
  };

  const webview = bundle("webview", "./webview/main.ts", "web", {
    output: { path: path.join(here, "dist/webview"), filename: "main.js" },
    plugins: [new MiniCssExtractPlugin({ filename: "main.css" })],
  });
  webview.module.rules.push({ test: /\.css$/, use: [MiniCssExtractPlugin.loader, "css-loader"] });

  const extension = bundle("extension", "./extension/main.ts", "node20", {
    externals: { vscode: "commonjs vscode" },
  });
  const analysisThread = bundle("analysis-thread", "./extension/analysis/thread-main.ts", "node20");
  /** A browser's extension host loads one file, and has nothing of Node: webpack fails where something needs it. */
  const inOneFile = { plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })] };
  /** Editors take a `.cjs` for what it is, or put a `.js` behind it before they load it: both names must be there. */
  const underBothNames = {
    apply: (compiler) =>
      compiler.hooks.afterEmit.tapPromise("UnderBothNames", () => {
        const file = path.join(compiler.outputPath, "extension-web.cjs");
        return copyFile(file, `${file}.js`);
      }),
  };
  const webExtension = bundle("extension-web", "./extension/web.ts", "webworker", {
    plugins: [...inOneFile.plugins, underBothNames],
    externals: { vscode: "commonjs vscode" },
  });
  const webThread = bundle("analysis-thread-web", "./extension/analysis/thread-web.ts", "webworker", {
    ...inOneFile,
    // What ends up in a worker itself exports nothing.
    output: { path: path.join(here, "dist"), filename: "[name].js" },
  });
  const worker = bundle("worker", "./bench-worker/worker/main.ts", "node20");
  const workerCode = bundle("worker-code", "./bench-worker/worker/start.ts", "node20");
  // Whoever calls back looks at how a callback calls its first parameter, also where the callback is the worker's own.
  workerCode.optimization.minimizer = [minimizer({ reserved: ["error"] })];
  /** For engines as old as Node 0.10: nothing in it, webpack's own part neither, is newer than ECMAScript 5. */
  const anyEngineWorker = bundle("worker-any-engine", "./bench-worker/any-engine/main.ts", [
    "node0.10",
    "es5",
  ]);
  anyEngineWorker.module.rules = [{ test: /\.ts$/, loader: path.join(here, "scripts/es5-loader.mjs") }];
  /** Preloaded into the user's own processes: small, and on its own. */
  const recorder = bundle("recorder", "./bench-worker/recorder/preload.ts", "node20", inOneFile);
  /** Where what is required by a path, or imported, finds the names of what these export. */
  const library = {
    path: path.join(here, "dist"),
    filename: "[name].cjs",
    library: { type: "commonjs-static" },
  };
  const recorderLoader = bundle("recorder-loader", "./bench-worker/recorder/loader.ts", "node20", {
    ...inOneFile,
    externals: { "./recorder.cjs": "commonjs ./recorder.cjs" },
    output: library,
  });
  /** Has the parser, and is loaded only where a text has no hooks yet. */
  const recorderInstrument = bundle(
    "recorder-instrument",
    "./bench-worker/recorder/instrument-file.ts",
    "node20",
    { ...inOneFile, output: library },
  );
  const cli = bundle("cli", "./cli/main.ts", "node20", {
    plugins: [new webpack.BannerPlugin({ banner: "#!/usr/bin/env node", raw: true }), jsonSchemas],
  });
  const editorSuite = bundle("suite", "./extension/test/suite.ts", "node20", {
    output: { path: path.join(here, "out/test"), filename: "[name].cjs", library: { type: "commonjs2" } },
    externals: { vscode: "commonjs vscode", mocha: "import mocha" },
  });

  const shipped = [
    ...[extension, analysisThread, webExtension, webThread],
    ...[worker, workerCode, anyEngineWorker],
    ...[recorder, recorderLoader, recorderInstrument, webview, cli],
  ];
  return production ? shipped : [...shipped, editorSuite];
};
