import { EventEmitter } from "node:events";
import { harness } from "../harness/intrinsics.ts";
import type { Resolve } from "./resolve.ts";

/** Packages that lengthen every stack trace of a program by being loaded: they wrap timers, events and nextTicks. */
const PACKAGES: readonly string[] = ["longjohn", "long-stack-traces"];

/** Native packages that lengthen stack traces: add-ons are not loaded here. */
const NATIVE_PACKAGES: readonly string[] = ["galaxy-stack"];

/** The first of the packages for longer stack traces that the project in `folder` has installed; null for none. */
export function generalLongStacks(resolve: Resolve, folder: string): string | null {
  return PACKAGES.find((name) => isThere(name, resolve, folder)) ?? null;
}

/** Those that are installed and native. */
export function nativeLongStacks(resolve: Resolve, folder: string): string[] {
  return NATIVE_PACKAGES.filter((name) => isThere(name, resolve, folder));
}

function isThere(name: string, resolve: Resolve, folder: string): boolean {
  return resolve(name, folder).kind === "file";
}

interface Place {
  readonly owner: object;
  readonly name: string;
  readonly value: PropertyDescriptor | undefined;
}

/** All that such a package replaces, as it is now. Call what it returns to have it so again. */
export function keepReplaceable(): () => void {
  const places = (
    [
      [globalThis, ["setTimeout", "setInterval", "setImmediate"]],
      [globalThis.process, ["nextTick", "_nextDomainTick"]],
      [EventEmitter.prototype, ["on", "addListener", "once", "listeners"]],
      [harness.Error, ["prepareStackTrace"]],
    ] as const
  ).flatMap(([owner, names]) =>
    names.map((name): Place => ({ owner, name, value: Object.getOwnPropertyDescriptor(owner, name) })),
  );
  return () => {
    for (const { owner, name, value } of places) {
      if (value === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, value);
    }
  };
}
