import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";
import { answerByPromise } from "./given-answers.ts";

/** The web's own ways to the network, as globals: `fetch` is fake, sockets are blocked. */
export function fakeWeb(core: IoCore): Record<string, unknown> {
  const { Response } = globalThis;
  const answer = (): Response =>
    new Response("{}", { status: 200, headers: { "content-type": "application/json" } });
  const fetch = (input: unknown, ...more: unknown[]): Promise<unknown> => {
    const given = core.given?.of("fetch");
    if (given !== undefined) {
      const parameters = [input, ...more];
      return answerByPromise({ core, expression: "fetch", given, parameters, otherwise: answer });
    }
    core.noteUse("fetch", "promise");
    // A path alone is what code for a browser asks for.
    return core.promise("fetch", answer());
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
