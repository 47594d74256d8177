import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";

/** The web's own ways to the network, as globals: `fetch` is fake, sockets are blocked. */
export function fakeWeb(core: IoCore): Record<string, unknown> {
  const { Response, Request, Promise: EnginePromise } = globalThis;
  const fetch = (input: unknown): Promise<unknown> => {
    core.noteUse("fetch", "promise");
    // As the real one, it refuses by rejecting.
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith("/") || url === "")
      return EnginePromise.reject(new TypeError(`Failed to parse URL from ${url}`));
    return core.promise(
      "fetch",
      new Response("{}", { status: 200, headers: { "content-type": "application/json" } }),
    );
  };
  const { structuredClone: clone } = globalThis;
  return {
    fetch,
    // A fake is a function, which the real one refuses.
    structuredClone: (value: unknown, options?: Parameters<typeof clone>[1]): unknown =>
      typeof value === "function" ? value : clone(value, options),
    WebSocket: blockedFunction("WebSocket", core),
    EventSource: blockedFunction("EventSource", core),
    XMLHttpRequest: blockedFunction("XMLHttpRequest", core),
  };
}
