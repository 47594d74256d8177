import { counted } from "./quantity.ts";

/** How many I/O calls there are, and how many of them come one after the other. */
interface Counts {
  readonly ioCalls: number;
  readonly criticalPath: number;
  /** Whether a loop makes some of them in each of its rounds. */
  readonly inLoop?: boolean;
}

/** `7 I/O calls in sequence`, `7 I/O calls, 5 in sequence`, `3 I/O calls, 1 in sequence`, `1 I/O call in a loop`. */
export function countsInWords({ ioCalls, criticalPath, inLoop = false }: Counts): string {
  if (ioCalls === 0) return "no I/O calls";
  const loop = inLoop ? "in a loop" : "";
  if (ioCalls === 1) return `1 I/O call ${loop}`.trimEnd();
  return (
    counted(ioCalls, "I/O call") +
    sequenceInWords({ ioCalls, criticalPath }) +
    (loop === "" ? "" : `, ${loop}`)
  );
}

/** ` in sequence`, `, 5 in sequence`, as it stands behind a number of them; `, none in sequence` where it waits for none. */
export function sequenceInWords({ ioCalls, criticalPath }: Counts): string {
  if (criticalPath === ioCalls) return " in sequence";
  return `, ${criticalPath > 0 ? criticalPath : "none"} in sequence`;
}
