import path from "node:path";
import * as vscode from "vscode";
import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import { LatencyError } from "../../bench-worker/latency.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import {
  optionsAgain,
  wantedOptions,
  type OptionsOverride,
  type Settings,
  type WantedOptions,
} from "../settings/settings.ts";
import { RefusedError } from "./refused.ts";

/** How a benchmark was run that is run again, and what shall be otherwise. */
export interface Again {
  readonly options: BenchmarkOptions;
  readonly override: OptionsOverride;
}

/** Says with which options each benchmark is run: by the settings, or as it was where it is run again. */
export class RunOptions {
  readonly #settings: EditorSettings;
  /** The settings when the shown benchmark began, or came to be shown. */
  #then: Settings;

  constructor(settings: EditorSettings) {
    this.#settings = settings;
    this.#then = settings.current;
  }

  /** A benchmark of an earlier session is shown from now on. */
  adopt(): void {
    this.#then = this.#settings.current;
  }

  /**
   * The options of the benchmark that begins now.
   *
   * @param folder Where a relative path in the settings begins; null where no folder is open.
   * @throws {RefusedError} when they cannot be.
   */
  async begin(again: Again | null, folder: string | null): Promise<BenchmarkOptions> {
    const now = this.#settings.current;
    const wanted =
      again === null ? wantedOptions(now) : optionsAgain(again.options, this.#then, now, again.override);
    const options = await readOptions(wanted, folder);
    this.#then = now;
    return options;
  }
}

async function readOptions(wanted: WantedOptions, folder: string | null): Promise<BenchmarkOptions> {
  const { latency: choice } = wanted;
  if (choice.model !== "file") return { ...wanted, latency: choice };
  try {
    const { readLatency } = await import(
      /* webpackChunkName: "benchmark" */ "../../bench-worker/latency-samples.ts"
    );
    const latency = await readLatency(choice, async (name) => {
      if (folder === null && !path.isAbsolute(name)) {
        throw new LatencyError(`${name} is relative, and no folder is open; give an absolute path`);
      }
      const file = vscode.Uri.file(path.resolve(folder ?? "", name));
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    });
    return { ...wanted, latency };
  } catch (error) {
    if (!(error instanceof LatencyError)) throw error;
    throw new RefusedError(`The setting asyncCost.latency: ${error.message}.`, {
      "Open Settings": ["workbench.action.openSettings", "asyncCost.latency"],
    });
  }
}
