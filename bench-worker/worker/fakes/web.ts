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
  return {
    fetch,
    WebSocket: blockedFunction("WebSocket", core),
    EventSource: blockedFunction("EventSource", core),
    XMLHttpRequest: blockedFunction("XMLHttpRequest", core),
  };
}
