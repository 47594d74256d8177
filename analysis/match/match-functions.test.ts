import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze } from "../analyze.ts";
import { NotAsynchronous } from "./not-asynchronous.ts";
import { matchFunctions } from "./match-functions.ts";
import type { FileVersion } from "./versions.ts";

const version = (text: string, path = "a.js"): FileVersion => ({
  path,
  text,
  language: "js",
  analysis: analyze(text, "js"),
});

/** The matches as `base -> head`, how they were told, and what is left. */
function matched(
  base: string | FileVersion[],
  head: string | FileVersion[],
  plain: NotAsynchronous | null = null,
) {
  const versions = (of: string | FileVersion[]) => (typeof of === "string" ? [version(of)] : of);
  const { matches, added, removed } = matchFunctions(versions(base), versions(head), plain);
  const place = ({ file, found }: { file: FileVersion; found: { name: string } }) =>
    (file.path === "a.js" ? "" : `${file.path}#`) + found.name;
  return {
    pairs: matches.map(
      ({ base, head, by, unchanged }) => `${place(base)} -> ${place(head)} ${unchanged ? "unchanged" : by}`,
    ),
    added: added.map(place),
    removed: removed.map(place),
  };
}

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

describe("matching functions of two versions", () => {
  it("knows what was not touched, in whatever order it stands now", () => {
    assert.deepEqual(matched(UPLOAD + REMOVE, REMOVE + UPLOAD), {
      pairs: ["remove -> remove unchanged", "upload -> upload unchanged"],
      added: [],
      removed: [],
    });
  });

  it("goes by the name when the text was edited, however much", () => {
    const callbacks = `function upload(s, cb) { pool.query(s, function (err) { if (err) return cb(err); cb(null); }); }`;
    assert.deepEqual(matched(UPLOAD, callbacks).pairs, ["upload -> upload name"]);
  });

  it("knows a renamed function, edited or not, in its declaration or beside it", () => {
    assert.deepEqual(matched(UPLOAD + REMOVE, UPLOAD.replace("upload", "store") + REMOVE), {
      pairs: ["upload -> store likeness", "remove -> remove unchanged"],
      added: [],
      removed: [],
    });
    const edited = UPLOAD.replace("upload", "store").replace("return file", "await log(file); return file");
    assert.deepEqual(matched(UPLOAD + REMOVE, edited + REMOVE).pairs[0], "upload -> store likeness");
    const arrow = (name: string) => `const ${name} = async (a) => { await b(a); };`;
    assert.deepEqual(matched(arrow("one"), arrow("two")).pairs, ["one -> two text"]);
  });

  it("takes a new function in an old one's place for new when it has little in common with it", () => {
    assert.deepEqual(matched(UPLOAD, REMOVE), { pairs: [], added: ["remove"], removed: ["upload"] });
  });

  it("lets the old name go with the new function when the old one was renamed", () => {
    const old = UPLOAD.replace("upload", "uploadOld");
    assert.deepEqual(matched(UPLOAD, `${old}async function upload(a) { return put(await a); }`), {
      pairs: ["upload -> upload name"],
      added: ["uploadOld"],
      removed: [],
    });
  });

  it("follows a function into a class and out of it", () => {
    const method = UPLOAD.replace("async function ", "async ").replaceAll("await ", "await this.");
    const inClass = `class Store { ${method} }`;
    assert.deepEqual(matched(UPLOAD, inClass).pairs, ["upload -> Store.upload likeness"]);
    assert.deepEqual(matched(inClass, UPLOAD).pairs, ["Store.upload -> upload likeness"]);
    assert.deepEqual(matched(inClass, inClass.replace("Store", "Shop")).pairs, [
      "Store.upload -> Shop.upload text",
    ]);
  });

  it("gives a function that was split its larger part, and the name goes first", () => {
    const first = `async function save(stream) { const blob = await blobs.put(stream); return blob; }\n`;
    const rest = UPLOAD.replace("upload", "link").replace("await blobs.put(stream)", "stream");
    assert.deepEqual(matched(UPLOAD, first + rest), {
      pairs: ["upload -> link likeness"],
      added: ["save"],
      removed: [],
    });
    const calls = `async function upload(stream, id) { return link(await save(stream), id); }\n`;
    assert.deepEqual(matched(UPLOAD, first + rest + calls), {
      pairs: ["upload -> upload name"],
      added: ["save", "link"],
      removed: [],
    });
  });

  it("tells functions of one name apart by their texts, else by their places", () => {
    const of = (body: string) => `{ async function run() { ${body} } }\n`;
    const one = of("await connect(host, port);");
    const two = of("await files.read(name, mode); await files.close();");
    assert.deepEqual(matched(one + two, of("await files.read(name, 'r'); await files.close();")), {
      pairs: ["run -> run name"],
      added: [],
      removed: ["run"],
    });
    const swapped = matchFunctions(
      [version(one + two)],
      [version(two.replace("mode", "flags") + one.replace("port", "8080"))],
    );
    assert.deepEqual(
      swapped.matches.map(({ base, head }) => [base.found.position.line, head.found.position.line]),
      [
        [2, 1],
        [1, 2],
      ],
    );
    const same = of("await a();");
    const places = matchFunctions([version(same + same)], [version(`// moved\n${same}${same}`)]);
    assert.deepEqual(
      places.matches.map(({ base, head }) => head.found.position.line - base.found.position.line),
      [1, 1],
    );
  });

  it("knows functions without a name by their texts", () => {
    const route = (path: string, body: string) =>
      `app.get("${path}", async (request, response) => { ${body} });\n`;
    const list = route("/list", "response.json(await db.list(request.query.page));");
    const one = route("/one", "const found = await db.one(request.params.id); response.send(found.name);");
    const added = route("/new", "await queue.push(request.body, { retries: 3 }); response.end();");
    const result = matchFunctions(
      [version(list + one)],
      [version(added + one.replace("name", "title") + list)],
    );
    assert.deepEqual(
      result.matches.map(({ base, head }) => [base.found.position.line, head.found.position.line]),
      [
        [2, 2],
        [1, 3],
      ],
    );
    assert.equal(result.added[0]?.found.position.line, 1);
  });

  it("follows functions to another file, as they are or edited", () => {
    const base = [version(UPLOAD + REMOVE), version("", "b.js")];
    assert.deepEqual(matched(base, [version(REMOVE), version(UPLOAD, "b.js")]), {
      pairs: ["remove -> remove unchanged", "upload -> b.js#upload unchanged"],
      added: [],
      removed: [],
    });
    const edited = UPLOAD.replace("return file", "return file.id");
    assert.deepEqual(
      matched(base, [version(REMOVE), version(edited, "b.js")]).pairs[1],
      "upload -> b.js#upload likeness",
    );
    assert.deepEqual(
      matched(base, [version(REMOVE), version(edited.replace("upload", "store"), "b.js")]).pairs[1],
      "upload -> b.js#store likeness",
    );
  });

  it("does not take a short function elsewhere for one that is gone", () => {
    const short = "const a = async () => b();\n";
    assert.deepEqual(matched([version(short)], [version("const z = async () => b();", "b.js")]), {
      pairs: [],
      added: ["b.js#z"],
      removed: ["a"],
    });
  });

  it("finds each function of a file once when names and bodies have changed all over", () => {
    const text = readFileSync(new URL("../../variants/async-await.js", import.meta.url), "utf8");
    const many = (prefix: string) =>
      Array.from({ length: 60 }, (_, index) =>
        text.replaceAll("upload", `${prefix}${index}`).replaceAll("blob", `blob${index}`),
      ).join("\n");
    const { matches, added, removed } = matchFunctions([version(many("a"))], [version(many("b"))]);
    assert.deepEqual([matches.length, added.length, removed.length], [60, 0, 0]);
    for (const { base, head } of matches) assert.equal(base.found.name.slice(1), head.found.name.slice(1));
  });

  describe("with functions that are asynchronous in one version only", () => {
    const both = (base: string, head: string) => matched(base, head, new NotAsynchronous());

    it("takes the one of the same name at the same place, and not what stands in it", () => {
      const before = `function save(x) { return queued(x, (tmp) => { return write(tmp).then(() => move(tmp)); }); }`;
      const after = `async function save(x) { const tmp = await queued(x); await write(tmp); await move(tmp); }`;
      assert.deepEqual(both(before, after), { pairs: ["save -> save name"], added: [], removed: [] });
      assert.deepEqual(both(after, before), { pairs: ["save -> save name"], added: [], removed: [] });
    });

    it("lets no new helper take the place of one that kept its name", () => {
      const helper = UPLOAD.replace("upload(", "uploadNow(");
      assert.deepEqual(both(UPLOAD, `${helper}function upload(a, b) { uploadNow(a, b); return a; }`), {
        pairs: ["upload -> upload name"],
        added: ["uploadNow"],
        removed: [],
      });
    });

    it("takes none of another place, none of several, and none that cannot be awaited", () => {
      const after = "class A { async load(a) { await a.get(); } }";
      for (const before of [
        "class B { load(a) { a.get(); } }",
        "class A { load(a) { a.get(); } load(a) { a.set(); } }",
        "class A { get load() { return 1; } }",
        "class A { *load(a) { yield a; } }",
      ])
        assert.deepEqual(both(before, after), { pairs: [], added: ["A.load"], removed: [] }, before);
    });
  });
});
