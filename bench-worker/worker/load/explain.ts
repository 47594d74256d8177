import path from "node:path";
import { BlockedError } from "../fakes/blocked.ts";
import { ExitSignal } from "../fakes/process.ts";
import { Endless } from "../harness/time-limit.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { firstFrameIn, framesOf, sayThrown, stackOf } from "../io/call-site.ts";
import { MissingModule } from "./module-loader.ts";
import { nameInProject } from "./package-name.ts";
import { RefusedFlow } from "./transform.ts";
import { isHarness } from "../io/own-frames.ts";

/** Why a module did not load, for the user. */
export function explainLoading(error: unknown, file: string): Unmeasurable {
  if (error instanceof Unmeasurable) return error;
  const name = path.basename(file);
  if ((error instanceof SyntaxError && !isThrownByCall(error)) || isTransformError(error)) {
    const line = syntaxErrorLine(error, file);
    const message = sayThrown(error)
      .replace(/^(Syntax)?Error: (Error transforming .*?: )?/, "")
      .replace(/ \(\d+:\d+\)$/, "");
    if (error instanceof RefusedFlow)
      return new Unmeasurable(
        "failed",
        `${name} has types of Flow, and was not read${line === null ? "" : ` at line ${line}`}, where it has an error or what only newer versions of Flow have: ${message}.`,
        "Correct it, or write that type as older versions of Flow have it, and benchmark again.",
      );
    return new Unmeasurable(
      "failed",
      `${name} has a syntax error${line === null ? "" : ` at line ${line}`}: ${message}.`,
      "Correct the syntax and benchmark again.",
    );
  }
  const line = firstFrameIn(stackOf(error), file)?.line;
  const at = line === undefined ? "" : ` at line ${line}`;
  if (error instanceof MissingModule) return explainMissing(error, file);
  if (error instanceof Endless) return endlessLoading(name, error, "");
  if (error instanceof BlockedError) return explainBlocked(error.api, at);
  if (error instanceof ExitSignal) {
    const culprit = framesOf(stackOf(error)).find((frame) => !isHarness(frame.file));
    const where =
      culprit === undefined || culprit.file === file
        ? at
        : ` at ${nameInProject(culprit.file)}:${culprit.line}`;
    return new Unmeasurable(
      "failed",
      `${error.message}${where} while ${name} was loading.`,
      "Move the function into a module that can be imported without ending the process.",
    );
  }
  return new Unmeasurable(
    "failed",
    `${name} threw${at} while it was loading: ${sayThrown(error)}.`,
    "Make the module load on its own, or move the function into one that does.",
  );
}

/** What to say of an import that leads to no file. */
export function explainMissing(error: MissingModule, file: string): Unmeasurable {
  const line = firstFrameIn(stackOf(error), file)?.line;
  const imports = `${path.basename(file)} imports ${error.specifier}${line === undefined ? "" : ` at line ${line}`}`;
  return error.leadsOut
    ? new Unmeasurable(
        "failed",
        `${imports}, which lies outside of its project and is not read.`,
        "Open a folder that holds both, or start the command in one; a file of a repository may import what lies in that.",
      )
    : new Unmeasurable("failed", `${imports}, which is not there.`, "Check the path, or create the file.");
}

/** A module that did not come to its end; `place` says where it was then: ` at line 4`. */
export function endlessLoading(name: string, { said }: Endless, place: string): Unmeasurable {
  return new Unmeasurable(
    "timed-out",
    `${name} had not loaded after ${said.whole}: it was still busy${place}.`,
    "Measure again when the machine has less to do. Where it never loads, look for a loop at the top of the module, or move the function into a module that loads at once.",
  );
}

/** What to say of an API that has no fake. */
export function explainBlocked(api: string, at = ""): Unmeasurable {
  return new Unmeasurable(
    "unsupported",
    `It calls ${api}${at}, which Async Cost cannot fake yet.`,
    `Take ${api}, or what it gives, as a parameter, so that it can be replaced, or measure the part that does not use it.`,
  );
}

/** Whether a syntax error is that of a text which running code has read, as `JSON.parse` does: that of a file comes before any code. */
function isThrownByCall(error: SyntaxError): boolean {
  const [first = ""] = /^ {4}at .*$/m.exec(stackOf(error)) ?? [];
  return first.endsWith(" (<anonymous>)");
}

function isTransformError(error: unknown): boolean {
  return (
    /^(Syntax)?Error: Error transforming /.test(sayThrown(error)) || /\(\d+:\d+\)$/.test(sayThrown(error))
  );
}

function syntaxErrorLine(error: unknown, file: string): number | null {
  const [head = ""] = stackOf(error).split("\n");
  if (head.startsWith(`${file}:`)) return Number(head.slice(file.length + 1)) || null;
  const inMessage = /\((\d+):\d+\)$/.exec(sayThrown(error))?.[1];
  return inMessage === undefined ? null : Number(inMessage);
}
