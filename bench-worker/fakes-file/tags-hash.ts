import { TextHash } from "../../analysis/source/text-hash.ts";
import { functionTags } from "../../analysis/tags/function-tags.ts";

/**
 * 64 bits over the tags of ours before the function that begins at `start`, as 16 hexadecimal digits; undefined where
 * there are none. The text need not begin with its file.
 */
export function tagsHash(text: string, start: number): string | undefined {
  const tags = functionTags(text, start);
  if (tags.length === 0) return undefined;
  const hash = new TextHash();
  for (const tag of tags) {
    hash.addText(tag.name);
    hash.addText(tag.text);
  }
  return hash.digest();
}
