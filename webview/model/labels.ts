import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Environment } from "../../bench-worker/environment.ts";
import type { TargetIdentity, TargetResult } from "../../bench-worker/target-result.ts";

/** How a target is called in the panel, and the key that its series, row and stored state go by. */
export interface TargetLabel {
  readonly key: string;
  readonly label: string;
}

/** As much of a result as its name needs. */
type Named = Pick<TargetResult, "target" | "environment">;

/** Names that tell the results apart: `upload`, `upload · co.js`, `upload · node 22.1.0`, as short as will do. */
export function resultLabels(results: readonly Named[]): TargetLabel[] {
  const ways: ((target: TargetIdentity) => string)[] = [
    nameOf,
    ({ name, file }) => `${name} · ${baseName(file)}`,
    ({ name, file, line }) => `${name} · ${baseName(file)}:${line}`,
    ({ name, file, line }) => `${name} · ${file}:${line}`,
  ];
  const named = ways.map((say) => (result: Named) => say(result.target) + addition(result));
  const way = named.find((say) => new Set(results.map(say)).size === results.length) ?? named.at(-1)!;
  const seen = new Map<string, number>();
  return results.map((result) => {
    const { file, name, line } = result.target;
    const place = `${file}#${name}:${line}${addition(result)}`;
    const times = (seen.get(place) ?? 0) + 1;
    seen.set(place, times);
    const again = times === 1 ? "" : ` (${times})`;
    return { key: place + again, label: way(result) + again };
  });
}

/** The same of a whole document; variants of the gallery, most of which have the same name, are called as their systems. */
export function documentLabels({ results, amongGallery }: BenchmarkDocument): TargetLabel[] {
  const labels = resultLabels(results);
  if (amongGallery === undefined) return labels;
  const systems = new Map(amongGallery.variants.map(({ result, system }) => [result, system]));
  return labels.map(({ key, label }, index) => ({
    key,
    label: index === amongGallery.own ? results[index]!.target.name : (systems.get(index) ?? label),
  }));
}

/** The name; of several without one in a file the line tells which it is. */
function nameOf({ name, line }: TargetIdentity): string {
  return name === "(anonymous)" ? `${name}, line ${line}` : name;
}

/** ` · HEAD` where it is not the present version, ` · node 22.1.0` where there are several runtimes. */
function addition({ target: { revision }, environment }: Named): string {
  const version = revision === undefined ? "" : ` · ${revision}`;
  return environment === undefined ? version : `${version} · ${engineName(environment)}`;
}

/** `node 22.1.0`. */
function engineName({ runtime, version }: Environment): string {
  return `${runtime} ${version}`;
}

/**
 * The panel's heading: `upload`, `upload in 4 variants`, `load, save and 2 more`, `load, compared with HEAD`,
 * `upload, on node 20.1.0 and node 22.1.0`.
 */
export function headline(results: readonly Named[]): string {
  const engines = new Set(
    results.flatMap(({ environment }) => (environment ? [engineName(environment)] : [])),
  );
  const distinct = new Map(results.map((result) => [placeOf(result.target), result.target]));
  const targets = engines.size < 2 ? results.map(({ target }) => target) : [...distinct.values()];
  const on = engines.size < 2 ? "" : `, on ${[...engines].join(" and ")}`;
  return headlineOf(targets) + on;
}

/** The same of a whole document, which may be of one function among the gallery. */
export function documentHeadline({ results, amongGallery }: BenchmarkDocument): string {
  const own = amongGallery === undefined ? undefined : results[amongGallery.own];
  return own === undefined ? headline(results) : `${own.target.name} among the gallery`;
}

function placeOf({ file, name, line, revision = "" }: TargetIdentity): string {
  return [file, name, line, revision].join("#");
}

function headlineOf(targets: readonly TargetIdentity[]): string {
  const revision = targets.find((target) => target.revision !== undefined)?.revision;
  const present = targets.filter((target) => target.revision === undefined);
  if (revision !== undefined && present.length > 0)
    return `${headlineOf(present)}, compared with ${revision}`;
  const names = [...new Set(targets.map(nameOf))];
  const [first, second] = names;
  if (first === undefined) return "Nothing to measure";
  if (second === undefined) return targets.length === 1 ? first : `${first} in ${targets.length} variants`;
  return names.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${names.length - 2} more`;
}

/** The last part of a path with either kind of slash. */
export function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
}

/** The part of an intent to open a place that says in which version of the file. */
export function ofRevision({ revision }: { readonly revision: string | undefined }): {
  readonly revision?: string;
} {
  return revision === undefined ? {} : { revision };
}
