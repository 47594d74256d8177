import { parseAs } from "../parse-as.ts";
import { METHODS, PROTOCOL_VERSION, runRequestSchema, type Ready } from "../protocol.ts";
import { connectToHost } from "./harness/channel.ts";
import { harness } from "./harness/intrinsics.ts";
import { Uncaught } from "./harness/uncaught.ts";
import type { Analyze } from "./load/load-services.ts";
import { serve } from "./serve.ts";
import { wallsHere } from "./harness/walls-here.ts";

/** Greets the host, serves one run, and ends when the host lets go of the channel. */
export function startWorker(analyze: Analyze): void {
  const connection = connectToHost();
  process.on("disconnect", () => harness.exit());
  const uncaught = new Uncaught();
  let isServing = false;
  connection.onRequest(METHODS.run, async (params: unknown) => {
    if (isServing) throw new Error("A worker serves one run.");
    isServing = true;
    const request = parseAs(runRequestSchema, params, "run request");
    return await serve(request, analyze, uncaught, (progress) => {
      void connection.sendNotification(METHODS.progress, progress);
    });
  });
  connection.listen();
  const ready: Ready = {
    protocolVersion: PROTOCOL_VERSION,
    runtime: "node",
    version: process.versions.node,
    v8: process.versions.v8,
    walls: wallsHere(),
    seals: true,
  };
  void connection.sendNotification(METHODS.ready, ready);
}
