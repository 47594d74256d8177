import { instrumentFile } from "./instrument-file.ts";
import { changedModule } from "./loading.ts";
import { filesOf, recorderOptions } from "./options.ts";

/** Loads ES modules on a Node that has no hooks for that in the thread of the modules themselves. */

const options = recorderOptions(process.env);
const files = options === null ? null : filesOf(options);

/** Node's hook `load` (https://nodejs.org/api/module.html#loadurl-context-nextload). */
export async function load(
  url: string,
  context: unknown,
  next: (url: string, context: unknown) => Promise<{ format?: string; source?: unknown }>,
): Promise<{ format?: string; source?: unknown }> {
  const loaded = await next(url, context);
  if (files === null) return loaded;
  return changedModule(
    (text, file, isModule) => instrumentFile(text, file, files, () => undefined, isModule),
    url,
    loaded,
  );
}
