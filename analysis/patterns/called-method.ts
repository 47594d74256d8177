import type { Call } from "../functions/found.ts";
import { textAt, type FileView } from "./file-view.ts";

/** The member of the same class or object that `this.name(…)` calls; undefined for any other call, or an inherited one. */
export function calledMethod(view: FileView, call: Call): number | undefined {
  if (call.nameToken !== call.start + 2 || textAt(view, call.start) !== "this") return undefined;
  for (let around = call.owner; around >= 0; around = view.functions[around]!.parent) {
    const { holder, form } = view.functions[around]!;
    if (holder >= 0) return view.methods.get(holder, call.nameToken);
    // Any other function has a `this` of its own.
    if (form !== "arrow") return undefined;
  }
  return undefined;
}
