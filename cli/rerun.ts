import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { environmentsOf } from "../bench-worker/environment.ts";
import type { TargetIdentity, TargetResult } from "../bench-worker/target-result.ts";
import type { ReadSource } from "../bench-worker/host/source-file.ts";
import { resolveTarget, TargetError } from "../bench-worker/host/targets.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { UsageError } from "./terminal.ts";

/**
 * The present functions of a document's targets, found by file and name, and by line where names do not tell.
 *
 * @throws {UsageError} when one of them is not there any more, or stood in a git revision.
 */
export async function targetsOfRun(
  document: BenchmarkDocument,
  name: string,
  read: ReadSource,
): Promise<TargetSource[]> {
  const targets: TargetSource[] = [];
  for (const { target } of document.results) {
    if (target.revision !== undefined) {
      throw new UsageError(
        `--from ${name}: ${target.name} was measured at ${target.revision}; async-cost compare --base ${target.revision} measures it again`,
      );
    }
    try {
      targets.push(...(await present(target, read)));
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      throw new UsageError(`--from ${name}: ${error.message}`);
    }
  }
  return targets;
}

async function present({ file, name, line }: TargetIdentity, read: ReadSource): Promise<TargetSource[]> {
  try {
    return await resolveTarget(`${file}#${name}`, read);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const byLine = await resolveTarget(`${file}:${line}`, read).catch(() => null);
    if (byLine === null) throw error;
    return byLine;
  }
}

/** In sentences, what is not as it was when `before` was measured. */
export function differences(before: BenchmarkDocument, now: BenchmarkDocument): string[] {
  const said: string[] = [];
  const { environment: was } = before;
  const { environment: is } = now;
  if (was.runtime !== is.runtime || was.version !== is.version) {
    said.push(`It was measured on ${was.runtime} ${was.version}, and is now on ${is.runtime} ${is.version}.`);
  }
  const machines = environmentsOf(before).map(({ cpu, cores, os }) => `${cpu}, ${cores} cores, ${os}`);
  const others = new Set(machines.filter((one) => one !== `${is.cpu}, ${is.cores} cores, ${is.os}`));
  for (const machine of others) said.push(`It was measured on another machine: ${machine}.`);
  const changed = Object.entries(before.options).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(new Map(Object.entries(now.options)).get(key)),
  );
  if (changed.length > 0) {
    const options = changed.map(([key, value]) => `${key} was ${JSON.stringify(value)}`);
    said.push(`Options differ: ${options.join(", ")}.`);
  }
  for (const [index, { target, fakesFile }] of before.results.entries()) {
    const present = now.results[index];
    if (present === undefined) continue;
    if (present.target.textHash !== target.textHash) {
      said.push(`The text of ${target.name} in ${target.file} is not the one that was measured.`);
    }
    if (present.target.textHash === target.textHash && present.target.tagsHash !== target.tagsHash) {
      said.push(`The tags before ${target.name} in ${target.file} are not those that it was measured with.`);
    }
    const fakes = differentFakes(target.name, fakesFile, present.fakesFile);
    if (fakes !== null) said.push(fakes);
  }
  return said;
}

type FakesFile = TargetResult["fakesFile"];

/** Null where both runs got the same, as far as it was kept. */
function differentFakes(name: string, was: FakesFile, is: FakesFile): string | null {
  if (was === undefined && is === undefined) return null;
  if (was === undefined) return `${is!.file}, line ${is!.line}, gives fakes to ${name}, which had none then.`;
  if (is === undefined) return `${was.file} gave fakes to ${name} then, and there are none now.`;
  if (was.textHash === undefined || was.textHash === is.textHash) return null;
  return `What ${is.file}, line ${is.line}, gives to ${name} is not what it was measured with.`;
}
