import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

import { languageOfFile } from "../language.ts";

/**
 * The JavaScript and TypeScript files under a folder, installed packages included, in an order that depends on
 * nothing but their names. Links are not followed: what they lead to is found in its own place.
 */
export function findSourceFiles(folder: string): string[] {
  const found: string[] = [];
  const waiting = [realpathSync(folder)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== ".git") waiting.push(path);
      } else if (entry.isFile() && languageOfFile(entry.name) !== undefined) found.push(path);
    }
  }
  return found.sort();
}

/** `count` of the items, evenly spread over the list; all of them where there are fewer. */
export function sample<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
