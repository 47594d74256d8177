import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const measured = async (body: string) => {
  const { counters, remarks, scenario } = await completed("fs-await.js", {
    text: `const fs = require("node:fs/promises");
class Store {
  constructor({ config } = {}) {
    this.config = config;
  }
  async list(user) {
${body}
    return await fs.readdir(user.folder);
  }
}
module.exports = Store.prototype.list;
module.exports.Store = Store;`,
  });
  return {
    ioCalls: counters.ioCalls,
    codes: (remarks ?? []).map(({ code, severity }) => `${code} ${severity}`),
    texts: (remarks ?? []).map(({ text }) => text),
    learnt: (scenario?.values ?? []).flatMap(({ what, text, rule }) =>
      rule === "left-early" ? [`${what} is ${text}`] : [],
    ),
  };
};

describe("What is looked up by a key that nobody gives", () => {
  const TABLES = {
    "an object": ["const table = { mail, file };", "table[job.kind]"],
    "a map": ["const table = new Map([['mail', mail], ['file', file]]);", "table.get(job.kind)"],
  };
  const USES = {
    called: (of: string) => `await ${of}(job);`,
    checked: (of: string) => `const run = ${of}; if (!run) throw new Error("unknown"); await run(job);`,
    compared: (of: string) =>
      `const run = ${of}; if (run === undefined) throw new Error("unknown"); await run(job);`,
    "left where it is missing": (of: string) => `const run = ${of}; if (!run) return; await run(job);`,
  };
  for (const [holder, [table, of]] of Object.entries(TABLES))
    for (const [use, write] of Object.entries(USES))
      it(`is what goes by the first key of ${holder} that stands in the text, and the result names all: ${use}`, async () => {
        const { counters, remarks = [] } = await completed("fs-await.js", {
          text: `const fs = require("node:fs/promises");
const mail = async () => { await fs.stat("a"); await fs.stat("b"); };
const file = async () => { await fs.stat("a"); };
${table}
module.exports = async function work(job) { ${write(of!)} }`,
        });
        assert.equal(counters.ioCalls, 2);
        const [chosen, ...others] = remarks.filter(({ code }) => code === "way-chosen");
        assert.equal(others.length, 0);
        assert.match(chosen!.text, /job\.kind was taken to be "mail", of mail, file\./);
      });

  it("is so in a field of the class as well", async () => {
    const { counters, remarks = [] } = await completed("fs-await.js", {
      text: `const fs = require("node:fs/promises");
class Worker {
  table = { mail: () => fs.stat("a"), file: () => fs.stat("b") };
  async work(job) { const run = this.table[job.kind]; if (!run) return; await run(); }
}
module.exports = Worker.prototype.work;
module.exports.Worker = Worker;`,
    });
    assert.equal(counters.ioCalls, 1);
    assert.match(remarks.map(({ text }) => text).join(), /job\.kind was taken to be "mail", of mail, file/);
  });
});

describe("A loop that would go on to its next round before its I/O calls", () => {
  const called = async (body: string, type = "any", before = "") => {
    const text = `import { readdir, stat } from "node:fs/promises";
export default async function list(posts: ${type}[], db: any) {
${before}
  for (const post of posts) {
${body}
  }
  return posts;
}`;
    const { counters, remarks = [] } = await completed("typed.ts", { text });
    return {
      ioCalls: counters.ioCalls,
      perItem: counters.byItems?.ioCalls?.perItem,
      chosen: remarks.flatMap(({ code, text: said }) => (code === "way-chosen" ? [said] : [])),
    };
  };

  it("comes to them for each item, and the result says by what", async () => {
    for (const type of ["any", "{ id: string; isDraft: boolean }"])
      for (const skip of [
        "if (post.isDraft) continue;",
        "if (post.isDraft) continue",
        "if (post.isDraft) {\n continue\n }",
      ]) {
        const { ioCalls, perItem, chosen } = await called(`${skip}\n    await stat(post.id);`, type);
        assert.deepEqual([ioCalls, perItem], [2, 1], `${type}: ${skip}`);
        assert.match(chosen.join(), /passes over items before I\/O calls: isDraft was taken to be false\./);
      }
  });

  it("does so whatever an item is called, and by what its methods answer", async () => {
    for (const [list, said] of [
      [
        "for (let i = 0; i < posts.length; i++) { const one = posts[i]; if (one.isDraft) continue; await stat(one.id); }",
        "isDraft",
      ],
      ["for (const { path } of posts) { if (path.endsWith('/')) continue; await stat(path); }", "endsWith()"],
      ["for (const one of posts.filter((each) => !each.isDraft)) await stat(one.id);", "isDraft"],
      [
        "await Promise.all(posts.filter((each) => each.path && !each.path.endsWith('/')).map((one) => stat(one.path)));",
        "endsWith()",
      ],
      [
        "const isOpen = (each) => !each.isHidden;\nconst open = posts.filter(isOpen);\nif (open.length === 0) return [];\nfor (const one of open) await stat(one.id);",
        "isHidden",
      ],
    ] as const) {
      const text = `import { stat } from "node:fs/promises";\nexport default async function list(posts) {\n${list}\n}`;
      const { counters, remarks = [] } = await completed("module.mjs", { text });
      assert.deepEqual([counters.ioCalls, counters.byItems?.ioCalls?.perItem], [2, 1], list);
      const chosen = remarks.flatMap(({ code, text: sentence }) => (code === "way-chosen" ? [sentence] : []));
      assert.equal(
        chosen.join().split(" To have")[0],
        `On other values it passes over items before I/O calls: ${said} was taken to be false.`,
      );
    }
  });

  it("does so where a filter before the loop keeps none, whatever that asks", async () => {
    const { ioCalls, perItem, chosen } = await called(
      "if (post.isDraft) continue;\n    await stat(post.id);",
      "any",
      "const known = posts.filter((_, at) => at > 99);",
    );
    assert.deepEqual([ioCalls, perItem], [2, 1]);
    assert.match(chosen.join(), /isDraft was taken to be false/);
  });

  it("stays with the I/O calls that it makes where another value has it make others in their place", async () => {
    const text = `import { stat, writeFile } from "node:fs/promises";
export default async function list(posts) {
  const valid = posts.filter((one) => one.isValid);
  const invalid = posts.filter((one) => !one.isValid);
  for (const one of valid) await stat(one.path);
  if (invalid.length > 0) await writeFile("invalid", "x");
}`;
    const { counters, remarks = [] } = await completed("module.mjs", { text });
    assert.deepEqual([counters.ioCalls, counters.byItems?.ioCalls?.perItem], [2, 1]);
    assert.deepEqual(
      remarks.filter(({ code }) => code === "way-chosen"),
      [],
    );
  });

  it("takes a method that is given an item for no filter", async () => {
    const { ioCalls, perItem } = await called(
      "if (!rule.filter(post)) continue;\n    await stat(post.id);",
      "any",
      "await readdir('x'); const rule = { filter: (one: any) => !one.isDraft };",
    );
    assert.deepEqual([ioCalls, perItem], [3, 1]);
  });

  it("keeps a filter that keeps some, or that asks for no value that is made up", async () => {
    const seen = await called(
      "await Promise.all(posts.filter((_, at) => at > 0).map((one) => stat(one.id)));",
    );
    assert.deepEqual([seen.ioCalls, seen.chosen], [2, []]);
    const none = await called(
      "await readdir('a'); await Promise.all(posts.filter((_, at) => at > 99).map((one) => stat(one.id)));",
    );
    assert.deepEqual([none.ioCalls, none.chosen], [2, []]);
  });

  it("does so where I/O calls stand before it", async () => {
    const { ioCalls, chosen } = await called(
      "await stat(post.id);\n    if (post.isDraft) continue;\n    await readdir(post.id);",
    );
    assert.equal(ioCalls, 4);
    assert.match(chosen.join(), /isDraft was taken to be false/);
  });

  it("goes on as it is where it makes other I/O calls before that", async () => {
    const { ioCalls, chosen } = await called(
      "if (post.isFolder) { await readdir(post.id); await stat(post.id); continue; }\n    await db.copy(post);",
    );
    assert.deepEqual([ioCalls, chosen], [4, []]);
  });

  it("goes on as it is where it comes to them in other rounds, or asks for no value that is made up", async () => {
    const seen = await called(
      "if (db.seen.has(post.id) === 1 || posts.indexOf(post) % 2 === 1) continue;\n    await stat(post.id);",
    );
    assert.deepEqual([seen.ioCalls, seen.chosen], [1, []]);
  });
});

describe("A call that would return before its I/O calls", () => {
  it("goes on, whoever holds what it asks", async () => {
    const { ioCalls, codes, texts, learnt } = await measured(
      "    if (this.config.isPaused) return [];\n    if (!user || user.isBlocked) return null;",
    );
    assert.deepEqual([ioCalls, codes], [1, ["way-chosen caution"]]);
    assert.deepEqual(learnt, ["options.config.isPaused is false", "user.isBlocked is false"]);
    assert.match(
      texts[0]!,
      /^On other values it returns before its I\/O calls: options\.config\.isPaused was taken to be false, user\.isBlocked was taken to be/,
    );
  });

  it("goes past a test that no value is known to pass, and that decides", async () => {
    const { ioCalls, codes, texts } = await measured(
      "    const found = /^a-(\\d+)-b$/.exec(user.name);\n    if (!found) return [];\n    if (user.age < this.least(user) * 2) return null;",
    );
    assert.deepEqual([ioCalls, codes], [1, ["early-return decisive"]]);
    assert.match(texts[0]!, /returns before its I\/O calls: .*!found at line 8 was taken to be false/);
  });

  it("has what is found in vain made up where it is read behind such a test", async () => {
    for (const read of ["found[1]", "[, found] = found", "{ 0: found } = found"]) {
      const { ioCalls, codes, texts } = await measured(
        `    let found = /^a-(\\d+)-b$/.exec(user.name);\n    if (!found) return [];\n    ${read.includes("=") ? `(${read})` : `user.age = ${read}`};`,
      );
      assert.deepEqual([ioCalls, codes.includes("early-return decisive")], [1, true], read);
      assert.match(
        texts.join("\n"),
        /Line 9 reads a property of undefined or null; a stand-in was used there\./,
        read,
      );
    }
  });

  it("fails as the program does where what is read behind such a test cannot be made up", async () => {
    const { codes } = await measured(
      "    const found = /^a-(\\d+)-b$/.exec(user.name);\n    if (!found) return [];\n    for (const [one] of found) await fs.stat(one);",
    );
    assert.ok(codes.includes("without-io decisive") || codes.includes("early-return decisive"), codes.join());
  });

  it("returns where it gives back what it asked for", async () => {
    for (const body of [
      "    if (user.names) return user.names;",
      "    const { names } = user;\n    if (names !== undefined) return names;",
      "    if (user[1]) return user[1];",
    ]) {
      const { ioCalls, codes, learnt } = await measured(body);
      assert.deepEqual([ioCalls, codes, learnt], [0, ["without-io decisive"], []]);
    }
  });
});
