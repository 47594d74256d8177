import { counted } from "../../bench-worker/quantity.ts";

/** Where a stack frame points. */
export interface FramePlace {
  /** A path or a URL's path, as the engine gave it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One line of a stack trace. */
export interface StackLine {
  readonly text: string;
  /** Null where the line is not a frame, or points into an engine. */
  readonly place: FramePlace | null;
  /** `own`: the user's code; `other`: packages, the engine, the measuring worker; `message`: not a frame. */
  readonly kind: "own" | "other" | "message";
}

/** `at name (place)`, and `at place`. */
const NAMED_FRAME = /^(?=.*:\d+:\d+\)$)\s*at .*? \((.+):(\d+):(\d+)\)$/;
const BARE_FRAME = /^\s*at (?:async )?(.+):(\d+):(\d+)$/;

/** The worker that measured, as bundled and as source. */
const MEASURING = [/\/dist\/worker(-code|-any-engine)?\.cjs$/, /\/bench-worker\/(worker|any-engine)\//];
/** Code that nobody who measures a function calls his own. */
const NOT_OWN = [/\/node_modules\//, ...MEASURING];

/**
 * The lines of a stack trace as V8 writes it. A frame is the user's own when it is in one of `targetFiles`
 * (absolute, or relative to a folder that the frame's path has too), or in another file with an absolute path that
 * is neither of a package nor of the measuring worker. The worker's frames stand for whatever would do the I/O:
 * each run of them is folded into one line.
 */
export function stackLines(stack: string, targetFiles: readonly string[]): StackLine[] {
  return foldMeasuring(allLines(stack, targetFiles));
}

function foldMeasuring(lines: readonly StackLine[]): StackLine[] {
  const folded: StackLine[] = [];
  let run = 0;
  for (const [index, line] of lines.entries()) {
    run = isMeasuring(line) ? run + 1 : 0;
    if (run === 0) folded.push(line);
    else if (!isMeasuring(lines[index + 1])) {
      folded.push({ text: `    at the fake I/O (${counted(run, "frame")})`, place: null, kind: "other" });
    }
  }
  return folded;
}

function isMeasuring(line: StackLine | undefined): boolean {
  const file = line?.kind === "other" ? line.place?.file : undefined;
  return file !== undefined && MEASURING.some((pattern) => pattern.test(slashes(file)));
}

function allLines(stack: string, targetFiles: readonly string[]): StackLine[] {
  return stack
    .split("\n")
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const match = NAMED_FRAME.exec(text) ?? BARE_FRAME.exec(text);
      if (match === null) return { text, place: null, kind: isFrame(text) ? "other" : "message" };
      const file = pathOf(match[1]!);
      if (file === null) return { text, place: null, kind: "other" };
      const place = { file, line: Number(match[2]), column: Number(match[3]) };
      return { text, place, kind: isOwn(file, targetFiles) ? "own" : "other" };
    });
}

/** Whether a frame's path is the file that a document names. */
export function isSameFile(framePath: string, file: string): boolean {
  const [a, b] = [slashes(framePath), slashes(file)];
  return a === b || a.endsWith(`/${b}`);
}

function isOwn(file: string, targetFiles: readonly string[]): boolean {
  if (targetFiles.some((target) => isSameFile(file, target))) return true;
  const path = slashes(file);
  return /^(\/|[A-Za-z]:\/)/.test(path) && !NOT_OWN.some((pattern) => pattern.test(path));
}

/** The path behind a `file:` URL; null for code without a file, as `node:` modules. */
function pathOf(location: string): string | null {
  if (location.startsWith("file://")) {
    try {
      const { pathname } = new URL(location);
      return decodeURIComponent(pathname).replace(/^\/([A-Za-z]:)/, "$1");
    } catch {
      return null; // A line of text that a target wrote; it need not be a URL.
    }
  }
  if (location.includes("://") || /^(node:|internal\/|eval at )/.test(location)) return null;
  return /[/\\.]/.test(location) ? location : null;
}

function isFrame(text: string): boolean {
  return /^\s*at /.test(text);
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/").replace(/^\.\//, "");
}
