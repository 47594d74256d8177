import assert from "node:assert/strict";
import { diskSource } from "../source-file.ts";
import { changesSince, type ChangedFunction, type RevisedFunction } from "./changed-functions.ts";
import { temporaryRepository, type TemporaryRepository } from "./fixtures/temporary-repository.ts";
import { gitIn } from "./git.ts";
import { openRepository, resolveRevision } from "./repository.ts";

const UPLOAD = `async function upload(stream, id) {
  const blob = await blobs.put(stream);
  const file = await files.byId(id);
  await versions.insert({ file: file.id, blob: blob.id });
  return file;
}
`;
const REMOVE = `async function remove(id) {
  const found = await index.find(id);
  for (const link of found.links) await store.unlink(link);
}
`;
const LIST = `async function list(page) {
  return (await db.query("select * from files limit ?", page)).rows.map((row) => row.name);
}
`;

describe("functions that changed since a revision", () => {
  let made: TemporaryRepository;
  beforeEach(() => {
    made = temporaryRepository();
    made.write("store.js", UPLOAD + REMOVE + LIST);
    made.write("other.js", "async function other() { await nothing(); }\n");
    made.write("readme.md", "Text.\n");
    made.commit();
  });
  afterEach(() => made.remove());

  async function changes(...paths: string[]) {
    const repository = await openRepository(made.folder, gitIn);
    const revision = await resolveRevision(repository, "HEAD");
    const found = await changesSince(repository, revision, paths, diskSource(repository.root));
    const name = ({ path, found: { name } }: RevisedFunction): string => `${path}#${name}`;
    const both = ({ base, head }: ChangedFunction): string => `${name(base)} -> ${name(head)}`;
    return {
      changed: found.changed.map(both),
      renamed: found.renamed.map(both),
      added: found.added.map(name),
      removed: found.removed.map(name),
      problems: found.problems,
    };
  }
  const none = { changed: [], renamed: [], added: [], removed: [], problems: [] };

  it("are none where only comments, white space and other files changed", async () => {
    made.write("store.js", `// A comment\n${UPLOAD.replaceAll("  ", "\t")}${LIST}${REMOVE}`);
    made.write("readme.md", "Other text.\n");
    assert.deepEqual(await changes(), none);
  });

  it("are those that gave back another's promise before, or do now", async () => {
    const both = (find: string, keep: string): string => `exports.find = ${find};\nexports.keep = ${keep};\n`;
    made.write(
      "store.js",
      both("function find(id) { return one(id); }", "async function keep(id) { await all(id); }"),
    );
    made.commit();
    made.write(
      "store.js",
      both(
        "async function find(id) { return await one(id, 1); }",
        "function keep(id) { return all(id, 1); }",
      ),
    );
    assert.deepEqual(await changes(), {
      ...none,
      changed: ["store.js#find -> store.js#find", "store.js#keep -> store.js#keep"],
    });
  });

  it("are none of those inside of one that is paired, nor its new helper", async () => {
    made.write("store.js", "exports.find = (ids) => Promise.all(ids.map((id) => one(id)));\n");
    made.commit();
    made.write(
      "store.js",
      "exports.find = async (ids) => { for (const id of ids) await each(id); };\nasync function each(id) { await one(id, 1); await two(id); }\n",
    );
    const { changed, added } = await changes();
    assert.deepEqual([changed, added], [["store.js#find -> store.js#find"], ["store.js#each"]]);
  });

  it("are those that were edited, renamed, moved and edited, with the added and the removed apart", async () => {
    made.write("store.js", UPLOAD.replace("return file", "return file.id") + LIST.replace("list", "listAll"));
    made.write(
      "remove.js",
      `${REMOVE.replace("unlink(link)", "unlink(link.to)")}async function fresh(a) { return a(); }\n`,
    );
    made.git("rm", "--quiet", "other.js");
    assert.deepEqual(await changes(), {
      changed: ["store.js#upload -> store.js#upload", "store.js#remove -> remove.js#remove"],
      renamed: ["store.js#list -> store.js#listAll"],
      added: ["remove.js#fresh"],
      removed: ["other.js#other"],
      problems: [],
    });
  });

  it("are told apart from those of which only names differ, in other files too", async () => {
    const store = (upload: string): string => `export ${upload}${REMOVE}${LIST}`;
    made.write("store.js", store(UPLOAD));
    made.write(
      "use.js",
      'import { upload } from "./store.js";\nasync function use(id) { return upload(process.stdin, id); }\n',
    );
    made.commit();
    made.write(
      "use.js",
      'import { store } from "./store.js";\nasync function use(key) { return store(process.stdin, key); }\n',
    );
    made.write("store.js", store(UPLOAD.replace("upload", "store").replaceAll("blob", "piece")));
    const both = ["store.js#upload -> store.js#store", "use.js#use -> use.js#use"];
    // A member has another name: `piece.id` is as it was, `pieces` is not.
    assert.deepEqual(await changes(), { ...none, changed: both });
    const same = UPLOAD.replace("upload", "store")
      .replace("const blob", "const piece")
      .replace("blob.id", "piece.id");
    made.write("store.js", store(same));
    assert.deepEqual(await changes(), { ...none, renamed: both });
    assert.deepEqual((await changes("use.js")).renamed, both.slice(1));
  });

  it("are found in a file that was renamed", async () => {
    made.git("mv", "store.js", "files.ts");
    made.write("files.ts", UPLOAD.replace("return file", "return file.id") + REMOVE + LIST);
    assert.deepEqual((await changes()).changed, ["store.js#upload -> files.ts#upload"]);
    const expected = { ...none, changed: ["store.js#upload -> files.ts#upload"] };
    assert.deepEqual(await changes("files.ts"), expected);
    assert.deepEqual(await changes("store.js"), expected);
    assert.deepEqual(await changes("other.js"), none);
    assert.deepEqual(await changes("files"), none);
  });

  it("do not count a closure beside the function around it", async () => {
    const nested = (word: string): string =>
      `async function outer() { await each(async (item) => { await ${word}(item); }); }\n`;
    made.write("nested.js", nested("first"));
    made.commit();
    made.write("nested.js", nested("second"));
    assert.deepEqual((await changes()).changed, ["nested.js#outer -> nested.js#outer"]);
  });

  it("are those of packages only where these are asked for", async () => {
    const file = "packages/node_modules/own/index.js";
    made.write(file, UPLOAD);
    made.commit();
    made.write(file, UPLOAD.replace("files.byId", "files.byName"));
    assert.deepEqual(await changes(), none);
    assert.deepEqual(await changes("packages"), none);
    for (const wanted of [file, "packages/node_modules", "packages/node_modules/own"])
      assert.deepEqual((await changes(wanted)).changed, [`${file}#upload -> ${file}#upload`]);
  });

  it("leave out a file that is no text any more, and say so", async () => {
    made.write("other.js", Buffer.from([1, 0, 2]));
    const problems = [{ path: "other.js", reason: "other.js is not text" }];
    assert.deepEqual(await changes(), { ...none, problems });
  });
});
