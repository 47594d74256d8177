import dns from "node:dns";
import { promisify } from "node:util";
import type { IoCore } from "../io/io-core.ts";
import { callbackOperation, callbackOperationOfMany, promiseOperation } from "./operations.ts";

const ADDRESS = "127.0.0.1";

/** `dns` that asks nobody: every name is at 127.0.0.1. */
export function fakeDns(core: IoCore): { callbacks: object; promises: object } {
  const callbacks: Record<string, unknown> = {};
  const promises: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(dns)) {
    if (typeof value !== "function") {
      callbacks[name] = value;
      if (name in dns.promises) promises[name] = value;
    } else if (/^(resolve|reverse)/.test(name)) {
      callbacks[name] = callbackOperation(core, `dns.${name}`, () => [ADDRESS]);
      promises[name] = promiseOperation(core, `dns.promises.${name}`, () => [ADDRESS]);
    }
  }
  const found = { address: ADDRESS, family: 4 };
  const lookup = callbackOperationOfMany(core, "dns.lookup", ([, options]) =>
    wantsAll(options) ? [[found]] : [ADDRESS, 4],
  );
  const lookupPromise = promiseOperation(core, "dns.promises.lookup", ([, options]) =>
    wantsAll(options) ? [found] : found,
  );
  Object.defineProperty(lookup, promisify.custom, { value: lookupPromise, enumerable: false });
  const service = { hostname: "localhost", service: "http" };
  const lookupService = callbackOperationOfMany(core, "dns.lookupService", () => Object.values(service));
  const lookupServicePromise = promiseOperation(core, "dns.promises.lookupService", () => service);
  Object.defineProperty(lookupService, promisify.custom, { value: lookupServicePromise, enumerable: false });
  const common = {
    getDefaultResultOrder: () => "verbatim",
    getServers: () => [ADDRESS],
    setServers: () => undefined,
    setDefaultResultOrder: () => undefined,
  };
  const Resolver = function Resolver(this: object) {
    Object.assign(this, callbacks);
  };
  const PromiseResolver = function Resolver(this: object) {
    Object.assign(this, promises);
  };
  Object.assign(promises, {
    lookup: lookupPromise,
    lookupService: lookupServicePromise,
    ...common,
    Resolver: PromiseResolver,
  });
  Object.assign(callbacks, { lookup, lookupService, ...common, Resolver, promises });
  return { callbacks, promises };
}

function wantsAll(options: unknown): boolean {
  return typeof options === "object" && options !== null && "all" in options && options.all === true;
}
