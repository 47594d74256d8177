import MinimizerPlugin from "minimizer-webpack-plugin";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

/**
 * One thread that minifies all bundles: webpack starts one for each, and the engine compiles the same minifier twelve times.
 */

/** @type {Worker | undefined} */
let thread;
/** @type {Map<number, { resolve: (result: any) => void, reject: (error: unknown) => void }>} */
const awaited = new Map();
let asked = 0;

/** What webpack's minifier does, in the one thread. */
function minifyInThread(...args) {
  return new Promise((resolve, reject) => {
    thread ??= start();
    // It keeps the process only while somebody waits for it.
    thread.ref();
    awaited.set(++asked, { resolve, reject });
    thread.postMessage({ id: asked, args });
  });
}

function start() {
  const started = new Worker(new URL(import.meta.url));
  started.on("message", ({ id, result, error }) => {
    const { resolve, reject } = awaited.get(id);
    awaited.delete(id);
    if (awaited.size === 0) started.unref();
    if (error === undefined) resolve(result);
    else reject(error);
  });
  started.on("error", (error) => {
    for (const { reject } of awaited.values()) reject(error);
    awaited.clear();
  });
  return started;
}

/**
 * What minifies a bundle by terser.
 *
 * @param {object} minimizerOptions Terser's own.
 */
export function minimizer(minimizerOptions) {
  return new MinimizerPlugin({ parallel: false, minify: minifyInThread, minimizerOptions });
}

if (!isMainThread)
  parentPort?.on("message", ({ id, args }) => {
    MinimizerPlugin.terserMinify(...args).then(
      (result) => parentPort.postMessage({ id, result }),
      (error) => parentPort.postMessage({ id, error }),
    );
  });
