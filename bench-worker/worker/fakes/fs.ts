import { EventEmitter } from "node:events";
import fs from "node:fs";
import readline from "node:readline";
import { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { SMALL_FILES } from "../../deciding.ts";
import type { Callback } from "../io/callback.ts";
import type { IoCore } from "../io/io-core.ts";
import { FileAnswers, missingFiles, pathOf } from "./fs-answers.ts";
import { callbackOperation, callbackOperationOfMany, promiseOperation, type Answer } from "./operations.ts";
import { PipedWork } from "./piped-work.ts";
import { readByLine } from "./readline.ts";

const nothing: Answer = () => undefined;

/**
 * `fs` and `fs/promises` on the clock: every asynchronous function answers as if the file was there. Synchronous
 * reads are real within `folders` (a template that is read when the module loads); nothing is ever written.
 */
export function fakeFs(core: IoCore, folders: readonly string[]): { callbacks: object; promises: object } {
  const answers = new FileAnswers(core, folders);
  const byName: Record<string, Answer> = {
    access: nothing,
    appendFile: nothing,
    chmod: nothing,
    chown: nothing,
    close: nothing,
    copyFile: nothing,
    cp: nothing,
    fchmod: nothing,
    fchown: nothing,
    fdatasync: nothing,
    fstat: () => answers.stats(),
    fsync: nothing,
    ftruncate: nothing,
    futimes: nothing,
    lchmod: nothing,
    lchown: nothing,
    link: nothing,
    lstat: ([name]) => answers.stats(name),
    lutimes: nothing,
    mkdir: nothing,
    mkdtemp: ([prefix]) => `${String(prefix)}XXXXXX`,
    open: () => 3,
    readFile: (parameters) => answers.content(parameters),
    readdir: (parameters) => answers.entries(parameters),
    readlink: ([name]) => pathOf(name),
    realpath: ([name]) => pathOf(name),
    rename: nothing,
    rm: nothing,
    rmdir: nothing,
    stat: ([name]) => answers.stats(name),
    statfs: () => ({ type: 0, bsize: 4096, blocks: 1, bfree: 1, bavail: 1, files: 1, ffree: 1 }),
    symlink: nothing,
    truncate: nothing,
    unlink: nothing,
    utimes: nothing,
    writeFile: nothing,
  };

  const callbacks: Record<string, unknown> = {};
  const promises: Record<string, unknown> = { constants: fs.constants };
  for (const [name, answer] of Object.entries(byName)) {
    callbacks[name] = callbackOperation(core, `fs.${name}`, answer);
    if (name in fs.promises) promises[name] = promiseOperation(core, `fs.promises.${name}`, answer);
  }

  const read = callbackOperationOfMany(core, "fs.read", ([, buffer]) => [0, buffer]);
  const toFile = callbackOperationOfMany(core, "fs.write", ([, data]) => [lengthOf(data), data]);
  const write = (...parameters: unknown[]): unknown =>
    printed(parameters) ? undefined : toFile(...parameters);
  const exists = (_name: unknown, callback: (exists: boolean) => void): void => {
    core.noteUse("fs.exists", "callback");
    core.callback("fs.exists", true, () => callback(true), undefined, callback);
  };
  customPromise(read, (...all) => core.promise("fs.read", { bytesRead: 0, buffer: all[1] }));
  customPromise(write, (...all) => {
    const answer = { bytesWritten: lengthOf(all[1]), buffer: all[1] };
    return isOutput(all[0]) ? Promise.resolve(answer) : core.promise("fs.write", answer);
  });
  customPromise(exists, () => core.promise("fs.exists", true));
  Object.assign(callbacks, { read, write, exists, readv: read, writev: write });
  const { realpath } = callbacks;
  Object.assign(realpath as object, { native: realpath });

  promises["opendir"] = promiseOperation(core, "fs.promises.opendir", (parameters) =>
    openFolder(core, answers, parameters),
  );
  promises["watch"] = () => changes(core);
  promises["open"] = promiseOperation(core, "fs.promises.open", () => fileHandle(core, answers));

  Object.assign(callbacks, synchronous(core, answers, byName), {
    promises,
    constants: fs.constants,
    ...ACCESS_MODES,
    Dir: fs.Dir,
    Dirent: fs.Dirent,
    Stats: fs.Stats,
    openAsBlob: promiseOperation(core, "fs.openAsBlob", () => new Blob([core.json])),
    ...streamClasses(core, answers),
    createReadStream: (...parameters: unknown[]) => readStream(core, answers, parameters),
    createWriteStream: (name: unknown) => writeStream(core, name),
    watch: inertWatcher,
    watchFile: inertWatcher,
    unwatchFile: () => undefined,
    opendir: callbackOperation(core, "fs.opendir", (parameters) => openFolder(core, answers, parameters)),
  });
  return { callbacks, promises };
}

const { F_OK, R_OK, W_OK, X_OK } = fs.constants;
const ACCESS_MODES = { F_OK, R_OK, W_OK, X_OK };

/** Standard output and the one for errors: what is printed there, as loggers do, is no more an operation than by `console`. */
function isOutput(descriptor: unknown): boolean {
  return descriptor === 1 || descriptor === 2;
}

/** Whether something was to be written to an output; it calls back then as if that had been done. */
function printed(parameters: readonly unknown[]): boolean {
  const [descriptor, data] = parameters;
  const callback = parameters.at(-1);
  if (!isOutput(descriptor) || typeof callback !== "function") return false;
  process.nextTick(callback, null, lengthOf(data), data);
  return true;
}

/** What `fs.promises.open` gives. */
function fileHandle(core: IoCore, answers: FileAnswers): object {
  const operation = (name: string, answer: Answer): unknown =>
    promiseOperation(core, `FileHandle.${name}`, answer);
  const written: Answer = ([buffer]) => ({ bytesWritten: lengthOf(buffer), buffer });
  const withoutAnswer = [
    "appendFile",
    "chmod",
    "chown",
    "close",
    "datasync",
    "sync",
    "truncate",
    "utimes",
    "writeFile",
  ];
  return {
    fd: 3,
    ...Object.fromEntries(withoutAnswer.map((name) => [name, operation(name, nothing)])),
    read: operation("read", ([buffer]) => ({ bytesRead: 0, buffer })),
    readv: operation("readv", ([buffers]) => ({ bytesRead: 0, buffers })),
    readFile: operation("readFile", ([options]) => answers.content([null, options])),
    stat: operation("stat", () => answers.stats()),
    write: operation("write", written),
    writev: operation("writev", ([buffers]) => ({ bytesWritten: lengthOf(buffers), buffers })),
    readLines: () => {
      const input = readStream(core, answers, [null]);
      readByLine.add(input);
      return readline.createInterface({ input });
    },
    createReadStream: () => readStream(core, answers, [null]),
    createWriteStream: () => writeStream(core, null),
  };
}

/** What `opendir` gives: its entries come with the operation that opens it. */
function openFolder(core: IoCore, answers: FileAnswers, [folder]: readonly unknown[]): object {
  const entries = answers.entries([folder, { withFileTypes: true }]);
  let read = 0;
  const operation = (name: string, answer: Answer): unknown => {
    const back = callbackOperation(core, `Dir.${name}`, answer);
    const promised = promiseOperation(core, `Dir.${name}`, answer);
    return (...parameters: unknown[]) =>
      (typeof parameters.at(-1) === "function" ? back : promised)(...parameters);
  };
  return {
    path: folder,
    close: operation("close", nothing),
    closeSync: nothing,
    read: operation("read", () => entries[read++] ?? null),
    readSync: () => entries[read++] ?? null,
    [Symbol.asyncIterator]: () => oneByOne(entries),
  };
}

/** The classes of streams, which are called without `new` as well, by both names that they have; others inherit from them. */
function streamClasses(core: IoCore, answers: FileAnswers): object {
  const ReadStream = function ReadStream(this: unknown, ...parameters: unknown[]): Readable {
    return readStream(core, answers, parameters, this instanceof Readable ? this : undefined);
  };
  const WriteStream = function WriteStream(this: unknown, name: unknown): Writable {
    return writeStream(core, name, this instanceof Writable ? this : undefined);
  };
  ReadStream.prototype = Object.create(Readable.prototype) as unknown;
  WriteStream.prototype = Object.create(Writable.prototype) as unknown;
  return { ReadStream, WriteStream, FileReadStream: ReadStream, FileWriteStream: WriteStream };
}

/**
 * What is read is real where it may be read; what would write does nothing and is told.
 *
 * @param made What operations answer of files that are made up.
 */
function synchronous(
  core: IoCore,
  answers: FileAnswers,
  made: Readonly<Record<string, Answer>>,
): Record<string, unknown> {
  const missing = (call: string, name: unknown): never => {
    const text = `ENOENT: no such file or directory, ${call} '${pathOf(name) ?? ""}'`;
    const error = Object.assign(new Error(text), { code: "ENOENT", errno: -2, syscall: call });
    missingFiles.add(error);
    throw error;
  };
  const real = fs as unknown as Record<string, unknown>;
  const functions: Record<string, unknown> = {};
  for (const name of Object.keys(fs).filter((key) => key.endsWith("Sync"))) {
    if (READING.includes(name)) {
      functions[name] = (...parameters: unknown[]): unknown => {
        const file = answers.readable(parameters[0]);
        const call = name.slice(0, -"Sync".length);
        if (file === null) return core.filesAreThere ? made[call]!(parameters) : missing(call, parameters[0]);
        return (real[name] as (...all: unknown[]) => unknown)(file, ...parameters.slice(1));
      };
    } else {
      functions[name] = (): undefined => {
        core.noteNothing(`fs.${name}`);
        return undefined;
      };
    }
  }
  return {
    ...functions,
    existsSync: (name: unknown) => core.filesAreThere || answers.exists(name),
    openSync: () => 3,
    readSync: () => 0,
    writeSync: (_descriptor: unknown, data: unknown) => lengthOf(data),
    mkdtempSync: (prefix: unknown) => `${String(prefix)}XXXXXX`,
    fstatSync: () => answers.stats(),
  };
}

const READING = [
  "readFileSync",
  "statSync",
  "lstatSync",
  "readdirSync",
  "realpathSync",
  "accessSync",
  "readlinkSync",
];

function readStream(
  core: IoCore,
  answers: FileAnswers,
  parameters: readonly unknown[],
  own?: Readable,
): Readable {
  core.noteUse("fs.createReadStream", "stream");
  let done = false;
  const stream = madeBy(Readable, own, {
    ...encodingIn(parameters[1]),
    read() {
      if (done) return;
      done = true;
      core.step("fs.createReadStream", (error) => {
        if (error !== null) return stream.destroy(error);
        const isMadeUp = answers.readable(parameters[0]) === null;
        if (core.tap !== null && isMadeUp) core.incidents.add(SMALL_FILES);
        const content = answers.content([parameters[0]]);
        // The first of several lines may be passed over, as a head is.
        if (isMadeUp && readByLine.has(stream)) stream.push(`${String(content)}\n`);
        stream.push(content);
        stream.push(null);
      });
    },
  });
  return Object.assign(stream, { path: parameters[0], fd: 3, bytesRead: 0, close: closing(stream) });
}

/** A stream of an open file; the instance of a class that inherits from those of streams is made as its constructor makes one. */
function madeBy<S extends Readable | Writable, O>(
  Stream: new (options: O) => S,
  own: S | undefined,
  options: O,
): S {
  const stream = own ?? new Stream(options);
  if (own !== undefined) Reflect.apply(Stream, own, [options]);
  process.nextTick(tellOpened, stream);
  return stream;
}

/** A file is there: it is open as soon as somebody can listen. */
function tellOpened(stream: Readable | Writable): void {
  if (stream.listenerCount("open") > 0) stream.emit("open", 3);
  if (stream.listenerCount("ready") > 0) stream.emit("ready");
}

function writeStream(core: IoCore, name: unknown, own?: Writable): Writable {
  core.noteUse("fs.createWriteStream", "stream");
  let isNoted = true;
  const work = new PipedWork(core, "fs.createWriteStream");
  const stream: Writable = madeBy(Writable, own, {
    write: (_chunk: unknown, _encoding: unknown, done: Callback) => {
      // Each piece is written by itself.
      if (!isNoted) core.noteUse("fs.createWriteStream", "stream");
      isNoted = false;
      work.piece((error) => done(error));
    },
    final: (done: Callback) => work.end((error) => done(error)),
  });
  work.beginsWithPipeInto(stream);
  return Object.assign(stream, { path: name, fd: 3, bytesWritten: 0, close: closing(stream) });
}

/** The `close` of a stream of files, which calls back once it has closed. */
function closing(stream: Readable | Writable): (callback?: () => void) => void {
  return (callback) => {
    if (typeof callback === "function") {
      if (stream.closed) process.nextTick(callback);
      else stream.once("close", callback);
    }
    stream.destroy();
  };
}

/** The encoding that a stream's options name; what has none gives bytes. */
function encodingIn(options: unknown): { readonly encoding?: BufferEncoding } {
  const given =
    typeof options === "object" && options !== null && "encoding" in options ? options.encoding : options;
  return typeof given === "string" && Buffer.isEncoding(given) ? { encoding: given } : {};
}

/** Nothing ever changes: it tells of nothing but that it was closed. */
function inertWatcher(): EventEmitter {
  const watcher = new EventEmitter();
  const close = (): void => {
    process.nextTick(() => watcher.emit("close"));
  };
  return Object.assign(watcher, { close, ref: () => watcher, unref: () => watcher });
}

/** Two changes, and an end: who waits for more would wait for ever. */
async function* changes(core: IoCore): AsyncGenerator {
  for (const filename of ["file.txt", "other.txt"]) {
    core.noteUse("fs.promises.watch", "promise");
    yield await core.promise("fs.promises.watch", { eventType: "change", filename });
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- they are known at once
async function* oneByOne(entries: readonly unknown[]): AsyncGenerator {
  yield* entries;
}

/** Of a text, of bytes, or of a list of them, in bytes. */
function lengthOf(data: unknown): number {
  if (Array.isArray(data)) return data.reduce<number>((sum, one) => sum + lengthOf(one), 0);
  if (typeof data === "string") return Buffer.byteLength(data);
  return ArrayBuffer.isView(data) ? data.byteLength : 0;
}

function customPromise(target: object, value: (...parameters: unknown[]) => Promise<unknown>): void {
  Object.defineProperty(target, promisify.custom, { value, enumerable: false });
}
