import { readFileSync } from "node:fs";
import { inlineConstants } from "./inline-constants.mjs";

/** A webpack loader that puts the numbers of constants in place of their names, before the types are stripped. */
export default function constantsLoader(source) {
  return inlineConstants(this.resourcePath, source, (file) => {
    this.addDependency(file);
    return readFileSync(file, "utf8");
  });
}
