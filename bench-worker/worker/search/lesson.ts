import type { Settings } from "./settings.ts";

const NAMES = ["promises", "plain"] as const;

/** What settings have beyond others. */
export function lessonOf(before: Settings, { ...after }: Settings): (settings: Settings) => void {
  const shapes = [...after.shapes].filter(([name]) => !before.shapes.has(name));
  const names = NAMES.map(
    (kind) => [kind, [...after[kind]].filter((name) => !before[kind].has(name))] as const,
  );
  return (settings) => {
    for (const [name, rule] of after.because)
      if (!settings.because.has(name)) settings.because.set(name, rule);
    for (const [name, shape] of shapes) if (!settings.shapes.has(name)) settings.shapes.set(name, shape);
    for (const [kind, all] of names) for (const name of all) settings[kind].add(name);
    settings.makesBodies ||= after.makesBodies && !before.makesBodies;
  };
}
