import { realpath } from "node:fs/promises";
import path from "node:path";
import { analyze } from "../analysis/analyze.ts";
import { codeOfFile } from "../analysis/components/code-of.ts";
import type { AsyncFunction, FileAnalysis } from "../analysis/model.ts";
import type { SourceCode } from "../analysis/source/source-code.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import type { ComparisonTarget } from "../bench-worker/host/api.ts";
import { identityOf } from "../bench-worker/host/identity.ts";
import { checkOutBase, type BaseTree } from "../bench-worker/host/revisions/base-tree.ts";
import { gitIn, RevisionError } from "../bench-worker/host/revisions/git.ts";
import { findInHistory } from "../bench-worker/host/revisions/history.ts";
import { openRepository, type Repository } from "../bench-worker/host/revisions/repository.ts";
import { namedAsInRepository } from "../bench-worker/host/revisions/revised-groups.ts";
import { reading } from "../bench-worker/host/reading.ts";
import { diskSource, SourceFileError } from "../bench-worker/host/source-file.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import { inShard, type Shard } from "../bench-worker/shard.ts";
import { describedInShard, type Prepared, type StoredBase } from "./compare-prepared.ts";
import type { NamedTarget } from "../bench-worker/host/pair-targets.ts";
import { readStoredDocument } from "./stored-document.ts";
import { UsageError } from "./terminal.ts";

/** A stored result with the function that it is of now. */
interface Counterpart {
  readonly stored: TargetResult;
  readonly source: TargetSource;
}

/**
 * The functions of a stored document in their present text. Where the stored text is found in git, both are measured
 * in turn; where it is not, the present one is measured alone and compared with what is stored.
 *
 * @param name The document, as the user named it.
 * @param wanted The present functions to compare; none for all that have changed since.
 * @param shard Which of them are compared; null for all.
 * @throws {UsageError} when the document cannot be read, or has none of the wanted functions.
 */
export async function prepareDocument(
  name: string,
  wanted: readonly NamedTarget[],
  folder: string,
  signal: AbortSignal,
  shard: Shard | null = null,
): Promise<Prepared> {
  const workspaceFolder = await realpath(folder);
  const document = await readStoredDocument(name, workspaceFolder);
  // Versions of git revisions are no present functions.
  const results = document.results.filter(({ target }) => target.revision === undefined);
  const { counterparts, gone } =
    wanted.length > 0
      ? { counterparts: wantedOnes(results, wanted, workspaceFolder, name), gone: [] }
      : await changedOnes(results, workspaceFolder);
  const own = shard === null ? counterparts : inShard(counterparts, shard);
  const repository = await openRepository(workspaceFolder, (at) => gitIn(at, signal)).catch(
    (error: unknown) => {
      if (error instanceof RevisionError) return null;
      throw error;
    },
  );
  const bases = new Bases(repository, workspaceFolder);
  try {
    const groups = [];
    const alone: StoredBase[] = [];
    for (const [index, { stored, source }] of own.entries()) {
      const head = { ...source, id: `${index}:head` };
      const base = await bases.find(stored, `${index}:base`);
      const environment = stored.environment ?? document.environment;
      if (base === null) alone.push({ source: head, result: stored, environment });
      else groups.push({ targets: [base, { source: head }] });
    }
    return {
      groups,
      alone,
      described: describedInShard(
        {
          comparedWith: { document: name },
          ...(gone.length === 0 ? {} : { removed: gone.map(({ target }) => target) }),
        },
        shard,
        own.length,
        counterparts.length,
      ),
      workspaceFolder,
      finish: (measured) => Promise.resolve(bases.named(measured)),
      dispose: () => bases.remove(),
    };
  } catch (error) {
    await bases.remove();
    throw error;
  }
}

function wantedOnes(
  results: readonly TargetResult[],
  wanted: readonly NamedTarget[],
  folder: string,
  name: string,
): Counterpart[] {
  return wanted.flatMap(({ specification, functions }) => {
    const found = functions.flatMap((source): Counterpart[] => {
      const { file, name: own } = identityOf(source, folder);
      const namesakes = results.filter(({ target }) => target.name === own);
      const stored = namesakes.find(({ target }) => target.file === file) ?? namesakes[0];
      return stored === undefined ? [] : [{ stored, source }];
    });
    if (found.length > 0) return found;
    const names = [...new Set(results.map(({ target }) => target.name))].join(", ");
    throw new UsageError(`${name} has nothing of ${specification}; it has ${names || "no result"}`);
  });
}

/** What has changed since, and what is not there any more; of a function with the stored text there is nothing to say. */
async function changedOnes(
  results: readonly TargetResult[],
  folder: string,
): Promise<{ counterparts: Counterpart[]; gone: TargetResult[] }> {
  const read = diskSource(folder);
  const counterparts: Counterpart[] = [];
  const gone: TargetResult[] = [];
  for (const stored of results) {
    const found = await presentFunction(stored, read);
    if (found === null) gone.push(stored);
    else if (found.asyncFunction.textHash !== stored.target.textHash) {
      counterparts.push({ stored, source: found.source });
    }
  }
  return { counterparts, gone };
}

/** @throws {UsageError} where it takes too long to read the text. */
function analysisOf(file: string, { text, language }: SourceCode): FileAnalysis {
  try {
    return reading(file, () => analyze(text, language));
  } catch (error) {
    throw error instanceof SourceFileError ? new UsageError(error.message) : error;
  }
}

async function presentFunction(
  { target }: TargetResult,
  read: ReturnType<typeof diskSource>,
): Promise<{ source: TargetSource; asyncFunction: AsyncFunction } | null> {
  const file = await read(target.file).catch((error: unknown) => {
    if (error instanceof SourceFileError) return null;
    throw error;
  });
  const code = file === null ? undefined : codeOfFile(file.path, file.text);
  if (file === null || code === undefined) return null;
  const { functions } = analysisOf(target.file, code);
  const asyncFunction =
    functions.find(({ textHash }) => textHash === target.textHash) ??
    functions.find(({ name }) => name === target.name);
  if (asyncFunction === undefined) return null;
  const { text, language } = code;
  const functionStart = asyncFunction.range.start;
  return { source: { id: "", file: file.path, text, language, functionStart }, asyncFunction };
}

/** More trees than this are not checked out for one comparison. */
const TREES_AT_MOST = 4;

/** Finds the text of stored functions in git, and checks the code of their commits out. */
class Bases {
  readonly #repository: Repository | null;
  readonly #folder: string;
  readonly #trees = new Map<string, BaseTree>();

  constructor(repository: Repository | null, folder: string) {
    this.#repository = repository;
    this.#folder = folder;
  }

  /** The stored function, ready to be measured; null where its text is not in git. */
  async find({ target }: TargetResult, id: string): Promise<ComparisonTarget | null> {
    const repository = this.#repository;
    if (repository === null) return null;
    const inside = path.relative(repository.root, path.resolve(this.#folder, target.file));
    if (inside.startsWith("..") || path.isAbsolute(inside)) return null;
    const historic = await findInHistory(repository, inside.split(path.sep).join("/"), target.textHash);
    if (historic === null) return null;
    const { revision, found } = historic;
    let tree = this.#trees.get(revision.commit);
    if (tree === undefined) {
      if (this.#trees.size === TREES_AT_MOST) return null;
      tree = await checkOutBase(repository, revision);
      this.#trees.set(revision.commit, tree);
    }
    const { text, language } = found.file;
    const functionStart = found.found.range.start;
    const file = path.join(tree.folder, found.path);
    return {
      source: { id, file, text, language, functionStart, folder: tree.folder },
      file: target.file,
      revision: revision.name,
      presentFolder: repository.root,
    };
  }

  /** The document with files named as in the repository, not as in the trees. */
  named(document: BenchmarkDocument): BenchmarkDocument {
    let named = document;
    for (const { folder } of this.#trees.values()) {
      named = namedAsInRepository(named, folder, this.#repository?.root ?? folder);
    }
    return named;
  }

  async remove(): Promise<void> {
    for (const tree of this.#trees.values()) await tree.remove();
  }
}
