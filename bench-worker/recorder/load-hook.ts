import path from "node:path";
import { instrumented } from "./instrumented.ts";
import { changedModule } from "./loading.ts";
import { filesOf, recorderOptions } from "./options.ts";

const options = recorderOptions(process.env);
const change =
  options === null
    ? null
    : instrumented({
        files: filesOf(options),
        kept: options.texts ?? null,
        bundle: path.join(__dirname, "recorder-instrument.cjs"),
        note: () => undefined,
      });

/**
 * Node's hook `load` (https://nodejs.org/api/module.html#loadurl-context-nextload), for a Node that knows none in the thread of the
 * modules themselves.
 */
export async function load(
  url: string,
  context: unknown,
  next: (url: string, context: unknown) => Promise<{ format?: string; source?: unknown }>,
): Promise<{ format?: string; source?: unknown }> {
  const loaded = await next(url, context);
  return change === null ? loaded : changedModule(change, url, loaded);
}
