import * as v from "valibot";

/** What the suite measures in one start of the editor; all but counts in milliseconds. */
export const editorMeasuresSchema = v.object({
  /** Our bundle read, compiled and run. */
  load: v.number(),
  /** Our `activate`, which puts the parts together. */
  activate: v.number(),
  /** For how long at a stretch our code, or what it calls, was running in the extension host: a large file is opened. */
  opened: v.number(),
  /** The same while one character is typed in the middle of it. */
  edited: v.number(),
  /** Both with what the extension host waited for a processor meanwhile. */
  openedPassed: v.number(),
  editedPassed: v.number(),
  /** The longest time at a stretch that anybody held the extension host, the editor itself too. */
  openedByAnybody: v.number(),
  editedByAnybody: v.number(),
  /** Lenses of ours that the large file had in the end. */
  lenses: v.number(),
});

/** One {@link editorMeasuresSchema}. */
export type EditorMeasures = v.InferOutput<typeof editorMeasuresSchema>;

/** Names the file that the suite writes its measures to. */
export const MEASURES_FILE = "ASYNC_COST_MEASURES_FILE";
/** Names the large file. */
export const LARGE_FILE = "ASYNC_COST_LARGE_FILE";
