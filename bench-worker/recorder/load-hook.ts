import { instrumentFile } from "./instrument-file.ts";
import { changedModule } from "./loading.ts";
import { filesOf, recorderOptions } from "./options.ts";

const options = recorderOptions(process.env);
const files = options === null ? null : filesOf(options);

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
  if (files === null) return loaded;
  return changedModule(
    (text, file, isModule) => instrumentFile(text, file, files, () => undefined, isModule),
    url,
    loaded,
  );
}
