import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { isMainThread, threadId } from "node:worker_threads";
import { RECORDER_FOLDER } from "../contract/recorder-lines.ts";
import type { FileTable } from "../instrument/for-recording.ts";
import { noteOnCoverage } from "./coverage.ts";
import { instrumented } from "./instrumented.ts";
import { Writer } from "./lines.ts";
import { changeModules, remembered } from "./loading.ts";
import { filesOf, recorderOptions } from "./options.ts";
import { enterRealm } from "./realms.ts";
import { Recorder } from "./recorder.ts";
import { RECORDER_SYMBOL } from "./recorder-symbol.ts";
import { createRedactor } from "./redact.ts";
import { watchTurns } from "./turns.ts";

export { load } from "./load-hook.ts";

/** The program may have its own in their places by the time that they are called. */
const { openSync, writeSync } = fs;

/** Begins to record in this process, where the environment says so. Nothing that fails here reaches the user's program. */
function begin(): void {
  const folder = process.env[RECORDER_FOLDER];
  const options = recorderOptions(process.env);
  if (!folder || options === null || Reflect.has(globalThis, Symbol.for(RECORDER_SYMBOL))) return;
  let descriptor: number | undefined;
  const append = (text: string): void => {
    try {
      const name = `${process.pid}-${threadId}-${Math.round(performance.timeOrigin + performance.now())}.jsonl`;
      descriptor ??= openSync(path.join(folder, name), "a");
      writeSync(descriptor, text);
    } catch {
      // The disk is full, or the folder gone: what runs goes on.
    }
  };
  const writer = new Writer(append, performance.now.bind(performance));
  const onCoverage = noteOnCoverage(process.env, process.execArgv);
  if (onCoverage !== null) writer.note(onCoverage);
  const redactor = createRedactor({ environment: process.env, random: Math.random });
  const told = { ...options, command: redactor.text(options.command) };
  const recorder = new Recorder(told, writer, (text, key) => redactor.text(text, key));
  const hooksFor = (file: string, id: string, table: () => FileTable, isTest: boolean): unknown =>
    recorder.hooksFor(file, id, table, isTest);
  const share = (global: object): void => {
    if (Reflect.has(global, Symbol.for(RECORDER_SYMBOL))) return;
    Reflect.defineProperty(global, Symbol.for(RECORDER_SYMBOL), { value: hooksFor, enumerable: false });
    enterRealm(global);
  };
  share(globalThis);
  const withHooks = instrumented({
    files: filesOf(options),
    kept: options.texts ?? null,
    bundle: path.join(__dirname, "recorder-instrument.cjs"),
    note: (note) => writer.note(note),
  });
  const change = remembered((...module) => recorder.whileStill(() => withHooks(...module)));
  // The thread that loads ES modules, on a Node that has one, loads the recorder too, with the environment of then: there is nothing to record in it.
  const unrecorded = (start: () => void): void => {
    const ofProgram = process.env[RECORDER_FOLDER];
    process.env[RECORDER_FOLDER] = "";
    try {
      start();
    } finally {
      if (ofProgram === undefined) Reflect.deleteProperty(process.env, RECORDER_FOLDER);
      else process.env[RECORDER_FOLDER] = ofProgram;
    }
  };
  const started = {
    argv: process.argv,
    execArgv: process.execArgv,
    options: process.env["NODE_OPTIONS"] ?? "",
    isMainThread,
  };
  changeModules(change, share, path.join(__dirname, "recorder-loader.cjs"), started, unrecorded);
  watchTurns((begunBy) => recorder.onTurn(begunBy));
  process.on("exit", () => {
    recorder.onExit();
    writer.flush();
  });
}

try {
  begin();
} catch {
  // The user's program goes on as it would without us.
}
