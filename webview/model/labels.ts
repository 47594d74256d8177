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
  const way = ways.find((say) => new Set(targets.map(say)).size === targets.length) ?? ways.at(-1)!;
  const seen = new Map<string, number>();
  return targets.map((target) => {
    const place = `${target.file}#${target.name}:${target.line}`;
    const times = (seen.get(place) ?? 0) + 1;
    seen.set(place, times);
    const again = times === 1 ? "" : ` (${times})`;
    return { key: place + again, label: way(target) + again };
  });
}

/** The panel's heading: `upload`, `upload in 4 variants`, `load, save and 2 more`. */
export function headline(targets: readonly TargetIdentity[]): string {
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
