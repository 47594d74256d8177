/** `1.2 µs`, `340 ns`, `15 ms`: two digits that count, in the unit that reads best. */
export function duration(nanoseconds: number): string {
  return scaled(nanoseconds, 1000, ["ns", "µs", "ms", "s"]);
}

/** `533 B`, `1.2 kB`, `15 MB`; a kilobyte has 1000 bytes. */
export function bytes(count: number): string {
  return scaled(count, 1000, ["B", "kB", "MB", "GB"]);
}

function scaled(value: number, step: number, units: readonly string[]): string {
  let magnitude = value;
  let unit = 0;
  // 999.5 would be printed as 1000 of the smaller unit.
  while (Math.abs(magnitude) >= step - 0.5 && unit < units.length - 1) {
    magnitude /= step;
    unit++;
  }
  const digits = Math.abs(magnitude) >= 9.95 || unit === 0 ? 0 : 1;
  return `${magnitude.toFixed(digits)} ${units[unit]!}`;
}

/** `1 token`, `302 tokens`. */
export function counted(count: number, singular: string): string {
  return `${count} ${singular}${count === 1 ? "" : "s"}`;
}
