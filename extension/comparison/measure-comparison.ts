import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import type { ComparisonDocument, ComparisonGroup, Runtime } from "../../bench-worker/host/api.ts";
import { hostServices } from "../../bench-worker/host/benchmark.ts";
import { runComparison } from "../../bench-worker/host/comparison.ts";
import { identityOf } from "../../bench-worker/host/identity.ts";
import { groupsWithFakesFiles, textOnDisk, type ReadText } from "../../bench-worker/host/fakes-files.ts";
import { pairTargets, type PairedTargets } from "../../bench-worker/host/pair-targets.ts";
import { groupsWithRecordings } from "../../bench-worker/host/recordings/pair-recordings.ts";
import { checkOutBase } from "../../bench-worker/host/revisions/base-tree.ts";
import { earlierVersion } from "../../bench-worker/host/revisions/base-of-function.ts";
import { RevisionError } from "../../bench-worker/host/revisions/git.ts";
import {
  namedAsInRepository,
  revisedGroups,
  withRevisionWarnings,
} from "../../bench-worker/host/revisions/revised-groups.ts";
import { TargetError } from "../../bench-worker/host/targets.ts";
import { nodeOfSetting } from "../benchmark/node-of-setting.ts";
import { measureAmongGallery } from "../gallery/measure-among-gallery.ts";
import type { Compared, ComparedFunction, ComparedListener } from "./compared.ts";
import { targetsOf, type EditorComparison } from "./comparison.ts";

/** A comparison as the editor wants it. */
export interface ComparisonRequest {
  readonly comparison: EditorComparison;
  readonly options: BenchmarkOptions;
  readonly workerFile: string;
  /** The folder of the gallery's `catalogue.json`. */
  readonly galleryFolder: string;
  readonly workspaceFolder: string | null;
  /** The document has the raw samples of every process, too. */
  readonly withSamples: boolean;
  /** The setting `asyncCost.nodePath`; empty to have a Node found. */
  readonly nodePath: string;
  readonly onRuntime: (runtime: Runtime) => void;
  /** Texts of open documents, which may not be saved. */
  readonly openText: (file: string) => string | undefined;
}

/** What is measured, and what goes with it. */
interface Prepared {
  readonly groups: readonly ComparisonGroup[];
  readonly functions: readonly ComparedFunction[];
  readonly described: Partial<Pick<ComparisonDocument, "comparedWith" | "added" | "removed">>;
  /** The document as it is shown. */
  readonly named: (document: ComparisonDocument) => ComparisonDocument;
  /** Makes the last document of the one that was measured. */
  readonly finish: (document: ComparisonDocument) => Promise<ComparisonDocument>;
  readonly dispose: () => Promise<void>;
}

/**
 * Finds a Node and compares on it. Everything that comparing needs hangs on this file, which is loaded with the first
 * comparison and not with the editor. The listener is told of the whole document last, with nothing running.
 */
export async function measureComparison(
  { comparison, nodePath, onRuntime, openText, galleryFolder, ...request }: ComparisonRequest,
  listener: ComparedListener,
  signal: AbortSignal,
): Promise<Compared> {
  const node = await nodeOfSetting(nodePath);
  if (node.kind === "no-runtime") return node;
  const { runtime } = node;
  onRuntime(runtime);
  const read: ReadText = async (file) => openText(file) ?? (await textOnDisk(file));
  if (comparison.kind === "gallery") {
    const { target } = comparison;
    return measureAmongGallery({ ...request, target, galleryFolder, runtime }, read, listener, signal);
  }
  let prepared: Prepared;
  try {
    prepared = await prepare(comparison, request.workspaceFolder, signal);
  } catch (error) {
    if (signal.aborted) return { kind: "cancelled" };
    if (!(error instanceof RevisionError || error instanceof TargetError)) throw error;
    return { kind: "refused", reason: error.message };
  }
  const { functions, described, named, finish, dispose } = prepared;
  try {
    const whole = (document: ComparisonDocument): ComparisonDocument => ({
      ...named(document),
      ...described,
    });
    const groups = await groupsWithRecordings(
      await groupsWithFakesFiles(prepared.groups, undefined, read),
      {},
      { runtime, workerFile: request.workerFile, workspaceFolder: request.workspaceFolder },
      hostServices,
      signal,
    );
    const measured = await runComparison(
      { ...request, groups, runtime },
      hostServices,
      (document, running) => listener(whole(document), running, functions),
      signal,
    );
    const document = await finish(whole(measured));
    listener(document, null, functions);
    return { kind: "measured", document };
  } finally {
    await dispose();
  }
}

async function prepare(
  comparison: Exclude<EditorComparison, { kind: "gallery" }>,
  workspaceFolder: string | null,
  signal: AbortSignal,
): Promise<Prepared> {
  switch (comparison.kind) {
    case "head":
      return prepareHead(comparison, workspaceFolder, signal);
    case "groups": {
      const { groups, added, removed } = comparison;
      const named = groups.map((group, order) =>
        group.map(({ source }, place) => ({ ...source, id: `${order}.${place}:${source.id}` })),
      );
      return prepared(
        {
          groups: named.map((group) => ({ targets: group.map((source) => ({ source })) })),
          added,
          removed,
          finish: (document) => document,
        },
        comparison,
      );
    }
    case "functions":
    case "files": {
      const named =
        comparison.kind === "files"
          ? comparison.files.map(({ name, targets }) => ({ specification: name, targets }))
          : comparison.targets.map((target) => ({ specification: target.name, targets: [target] }));
      const paired = pairTargets(
        named.map(({ specification, targets }) => ({
          specification,
          functions: targets.map(({ source }) => source),
        })),
        workspaceFolder,
      );
      return prepared(paired, comparison);
    }
  }
}

/** Of present functions. */
function prepared({ groups, added, removed, finish }: PairedTargets, comparison: EditorComparison): Prepared {
  const keys = new Set(targetsOf(comparison).map(({ key }) => key));
  return {
    groups,
    functions: groups.flatMap(({ targets }) =>
      targets.map(({ source }): ComparedFunction => {
        const key = keyOf(source.id, keys);
        if (keys.has(key)) return { kind: "present", key };
        return { kind: "not-told", file: source.file, name: identityOf(source, null).name };
      }),
    ),
    described: {
      ...(added.length === 0 ? {} : { added: [...added] }),
      ...(removed.length === 0 ? {} : { removed: [...removed] }),
    },
    named: (document) => document,
    finish: (document) => Promise.resolve(finish(document)),
    dispose: () => Promise.resolve(),
  };
}

/** Pairing puts the place of the target before its key. */
function keyOf(id: string, keys: ReadonlySet<string>): string {
  const key = id.slice(id.indexOf(":") + 1);
  return keys.has(key) ? key : id;
}

async function prepareHead(
  { target, documentText }: Extract<EditorComparison, { kind: "head" }>,
  workspaceFolder: string | null,
  signal: AbortSignal,
): Promise<Prepared> {
  const { source, name, key } = target;
  const present = { name, file: source.file, text: documentText, functionStart: source.functionStart };
  const { repository, revision, changed } = await earlierVersion(present, "HEAD", signal);
  const tree = await checkOutBase(repository, revision);
  try {
    const places = { repository, revision, baseFolder: tree.folder, workspaceFolder };
    const [group] = revisedGroups([changed], places);
    const [base] = group!.targets;
    const { path: basePath, found } = changed.base;
    return {
      // The present version as the editor has it, and in the file that it has there.
      groups: [{ targets: [base!, { source }] }],
      functions: [
        { kind: "base", file: `${repository.root}/${basePath}`, commit: revision.commit, name: found.name },
        { kind: "present", key },
      ],
      described: { comparedWith: { revision: revision.name, commit: revision.commit } },
      named: (document) => namedAsInRepository(document, tree.folder, repository.root),
      finish: (document) => withRevisionWarnings(document, places, [changed]),
      dispose: tree.remove,
    };
  } catch (error) {
    await tree.remove();
    throw error;
  }
}
