import type { TargetIdentity } from "../../bench-worker/document.ts";

/** How a target is called in the panel, and the key that its series, row and stored state go by. */
export interface TargetLabel {
  readonly key: string;
  readonly label: string;
}

/** Names that tell the targets apart: `upload`, `upload · co.js`, `upload · lib/co.js:12`, as short as will do. */
export function targetLabels(targets: readonly TargetIdentity[]): TargetLabel[] {
  const ways: ((target: TargetIdentity) => string)[] = [
    ({ name }) => name,
    ({ name, file }) => `${name} · ${baseName(file)}`,
    ({ name, file, line }) => `${name} · ${baseName(file)}:${line}`,
    ({ name, file, line }) => `${name} · ${file}:${line}`,
  ];
  const named = ways.map((say) => (target: TargetIdentity) => say(target) + version(target));
  const way = named.find((say) => new Set(targets.map(say)).size === targets.length) ?? named.at(-1)!;
  const seen = new Map<string, number>();
  return targets.map((target) => {
    const place = `${target.file}#${target.name}:${target.line}${version(target)}`;
    const times = (seen.get(place) ?? 0) + 1;
    seen.set(place, times);
    const again = times === 1 ? "" : ` (${times})`;
    return { key: place + again, label: way(target) + again };
  });
}

/** ` · HEAD` where it is not the present version. */
function version({ revision }: TargetIdentity): string {
  return revision === undefined ? "" : ` · ${revision}`;
}

/** The panel's heading: `upload`, `upload in 4 variants`, `load, save and 2 more`, `load, compared with HEAD`. */
export function headline(targets: readonly TargetIdentity[]): string {
  const revision = targets.find((target) => target.revision !== undefined)?.revision;
  const present = targets.filter((target) => target.revision === undefined);
  if (revision !== undefined && present.length > 0) return `${headline(present)}, compared with ${revision}`;
  const names = [...new Set(targets.map(({ name }) => name))];
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
