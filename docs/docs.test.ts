import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { benchmarkDocumentSchema } from "../bench-worker/document.ts";
import { galleryTableSchema } from "../bench-worker/gallery-table.ts";
import { recordingSchema } from "../bench-worker/contract/recording.ts";
import { recordingsDocumentSchema } from "../cli/recordings-document.ts";
import { runtimesDocumentSchema } from "../cli/runtimes-document.ts";
import { tokensDocumentSchema } from "../cli/tokens-document.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const packageSchema = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

const manifestSchema = v.object({
  contributes: v.object({
    configuration: v.object({ properties: v.record(v.string(), v.object({ default: v.unknown() })) }),
  }),
});

describe("the documents", () => {
  it("give each dependency its reason and the licence that it has", () => {
    const { dependencies, devDependencies } = v.parse(packageSchema, JSON.parse(read("package.json")));
    const installed = Object.keys({ ...dependencies, ...devDependencies }).map((name) => {
      const { license } = v.parse(
        v.object({ license: v.string() }),
        JSON.parse(read(`node_modules/${name}/package.json`)),
      );
      return `${name} ${license}`;
    });
    const described = read("docs/dependencies.md")
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .flatMap((cells) =>
        [...(cells[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => `${name} ${cells.at(-2)}`),
      );
    assert.deepEqual(described.sort(), installed.sort());
  });

  it("give each setting with its default, in the order of the settings' page", () => {
    const { contributes } = v.parse(manifestSchema, JSON.parse(read("package.json")));
    const rows = [...read("docs/settings.md").matchAll(/^\| `(asyncCost\.[^`]+)` +\| `([^`]*)`/gm)];
    assert.deepEqual(
      rows.map(([, name, value]): unknown[] => [name, JSON.parse(value!)]),
      Object.entries(contributes.configuration.properties).map(([name, setting]) => [name, setting.default]),
    );
  });

  it("name every field of the public JSON", () => {
    const text = read("docs/json.md");
    const schemas = [
      benchmarkDocumentSchema,
      tokensDocumentSchema,
      runtimesDocumentSchema,
      recordingsDocumentSchema,
      galleryTableSchema,
    ];
    const fields = schemas.flatMap(fieldsOf);
    assert.ok(fields.includes("firstResolvedMilliseconds"));
    assert.deepEqual(
      fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(text)),
      [],
    );
  });

  it("name every field of a recording", () => {
    const text = read("docs/recordings.md");
    const fields = fieldsOf(recordingSchema);
    assert.ok(fields.includes("inFlight"));
    assert.deepEqual(
      fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(text)),
      [],
    );
  });

  for (const file of markdownFiles()) {
    it(`link to what is there (${file})`, () => {
      const broken = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^https?:/.test(target) && !isThere(file, target));
      assert.deepEqual(broken, []);
    });
  }
});

function markdownFiles(): string[] {
  return ["", "docs", "variants"].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => path.posix.join(folder, name)),
  );
}

/** Whether a link from `file` leads to a file of ours, and to a heading in it where it names one. */
function isThere(file: string, target: string): boolean {
  const [name = "", heading] = target.split("#");
  const linked = name === "" ? file : path.join(path.dirname(file), name);
  if (!existsSync(path.join(root, linked))) return false;
  if (heading === undefined) return true;
  const headings = [...read(linked).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  return headings.includes(heading);
}

/** All keys of all objects in a schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const parts = Object.entries(schema);
  return parts.flatMap(([key, part]: [string, unknown]) => {
    if (key === "entries" && typeof part === "object" && part !== null) {
      return Object.entries(part).flatMap(([field, inner]) => [field, ...fieldsOf(inner)]);
    }
    if (key === "item" || key === "wrapped") return fieldsOf(part);
    if ((key === "options" || key === "pipe") && Array.isArray(part)) return part.flatMap(fieldsOf);
    return [];
  });
}
