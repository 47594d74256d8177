import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { temporaryRepository, type TemporaryRepository } from "./fixtures/temporary-repository.ts";
import { gitIn, RevisionError } from "./git.ts";
import { findInHistory } from "./history.ts";
import { openRepository, type Repository } from "./repository.ts";

const functionOf = (what: string): string =>
  `async function load(a) { return await db.get(a, "${what}"); }\n`;
const hashOf = (text: string): string => analyze(text, "js").functions[0]!.textHash;

describe("a function in the history of its file", () => {
  let made: TemporaryRepository;
  let repository: Repository;
  let commits: readonly string[];
  before(async () => {
    made = temporaryRepository();
    commits = ["one", "two", "three"].map((what) => {
      made.write("load.js", `const other = 1;\n${functionOf(what)}`);
      return made.commit(what);
    });
    repository = await openRepository(made.folder, gitIn);
  });
  after(() => made.remove());

  it("is the one of the latest commit that had it in this text", async () => {
    const found = await findInHistory(repository, "load.js", hashOf(functionOf("two")));
    assert.ok(found !== null);
    assert.equal(found.revision.commit, commits[1]);
    assert.match(found.found.file.text, /"two"/);
  });

  it("is none where no commit had it in this text", async () => {
    assert.equal(await findInHistory(repository, "load.js", hashOf(functionOf("never"))), null);
  });

  it("is not waited for where it takes too long to read a version, and that is laid to us", async () => {
    // It takes a thousand times as long as the limit.
    const long = functionOf("long").repeat(20_000);
    made.write("long.js", long);
    const commit = made.commit();
    await assert.rejects(
      findInHistory(repository, "long.js", hashOf(functionOf("other")), 1),
      (error) =>
        error instanceof RevisionError &&
        error.message.startsWith(
          `long.js of ${commit.slice(0, 10)} could not be read in time: that is a fault of Async Cost`,
        ),
    );
  });
});
