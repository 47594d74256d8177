import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { jsonSchemas } from "./schemas.ts";

// Part of the build: writes the JSON Schemas into the folder that the command line names.
const folder = process.argv[2];
if (folder === undefined) throw new TypeError("Give the folder to write the JSON Schemas into");
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(jsonSchemas())) {
  writeFileSync(path.join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
}
