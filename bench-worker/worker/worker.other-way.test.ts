import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const measured = async (body: string, start?: string) => {
  const text = `const fs = require("node:fs/promises");\n${body}`;
  const { counters, remarks, scenario } = await completed("fs-await.js", {
    text,
    ...(start === undefined ? {} : { functionStart: text.indexOf(start) }),
  });
  return {
    ioCalls: counters.ioCalls,
    codes: (remarks ?? []).map(({ code, severity }) => `${code} ${severity}`),
    texts: (remarks ?? []).map((one) => one.text),
    ways: (scenario?.values ?? []).flatMap(({ what, text: is, rule }) =>
      rule === "other-way" || rule === "leaves-loop" ? [`${what.replace(/ of .*/, "")} ${is}`] : [],
    ),
  };
};

describe("A check that no known value passes", () => {
  it("is evaluated, and passed, which the result says with its line", async () => {
    const { ioCalls, codes, texts, ways } = await measured(`module.exports = async (tag) => {
  if (!/^\\d{3,20}$/.test(tag)) throw new TypeError("no tag");
  return await fs.readFile(tag);
};`);
    assert.deepEqual([ioCalls, codes[0]], [1, "way-chosen caution"]);
    assert.deepEqual(ways, ["the branch at line 3 is taken for false"]);
    assert.match(
      texts[0]!,
      /On other values it fails: !\/\^\\d\{3,20\}\$\/\.test\(tag\) at line 3 was taken to be false\./,
    );
  });

  it("is passed in a function above as well", async () => {
    const { ioCalls, ways } = await measured(`const check = (tag) => {
  if (!/^\\d{3,20}$/.test(tag)) throw new TypeError("no tag");
  return tag;
};
module.exports = async (tag) => await fs.readFile(check(tag));`);
    assert.deepEqual([ioCalls, ways], [1, ["the branch at line 3 is taken for false"]]);
  });

  it("leaves what one call of an operation finds to be found, where another is to find nothing", async () => {
    const { ioCalls, ways } = await measured(`const { model, Schema } = require("mongoose");
const User = model("User", new Schema({}));
module.exports = async (id, email) => {
  const user = await User.findOne({ id });
  if (!user) throw new Error("no such user");
  const other = await User.findOne({ email });
  if (other) throw new Error("taken");
  user.email = email;
  await user.save();
};`);
    assert.deepEqual([ioCalls, ways], [3, ["the branch at line 8 is taken for false"]]);
  });

  it("is where a loop would go on without end otherwise", async () => {
    const { ioCalls, ways, texts } = await measured(`module.exports = async (jobs, id) => {
  for (;;) {
    const job = await jobs.get(id);
    if (job.state === "done") return job.result;
  }
};`);
    assert.deepEqual([ioCalls, ways], [1, ["the branch at line 5 is taken for true"]]);
    assert.match(texts[0]!, /^On other values it goes on without end: job\.state === "done" at line 5 was/);
  });

  it("is none where the engine throws, be it beside what makes an error", async () => {
    const { ioCalls, codes } = await measured(`const local = { list: [1] };
module.exports = async (reply, file) => {
  if (local.list.length > 0) {
    await fs.stat(file);
    reply.code(200).send(local.x.y);
  }
  return await fs.readFile(file);
};`);
    assert.deepEqual([ioCalls, codes.includes("gaps-filled decisive")], [2, true]);
    assert.ok(!codes.some((code) => code.startsWith("way-chosen")));
  });

  it("has what is nothing made up in functions before it, too, and in other files of its project", async () => {
    const { ioCalls, texts } = await measured(
      `const store = require("./names-orders.js");
class Orders {
  static async find(id) {
    return await fs.readFile(Orders.folder.of(id));
  }
  static async place(id) {
    try {
      return await fs.writeFile(String(await Orders.find(id)), store.nameOf({ orders: {} }));
    } catch (error) {
      console.error(error);
    }
  }
}
module.exports = Orders;`,
      "static async place",
    );
    assert.equal(ioCalls, 2);
    assert.match(
      texts.join("\n"),
      /Line 5 and line 3 of names-orders\.js read properties of undefined or null; stand-ins were used there\./,
    );
  });

  it("is no failure where the function has aborted what it does not need any more", async () => {
    const { ioCalls, codes } = await measured(`const { setTimeout: wait } = require("node:timers/promises");
module.exports = async (file) => {
  const controller = new AbortController();
  const late = wait(1000, undefined, { signal: controller.signal }).then(() => { throw new Error("late"); });
  try {
    return await Promise.race([fs.readFile(file), late]);
  } finally {
    controller.abort();
    late.catch(() => {});
  }
};`);
    assert.deepEqual([ioCalls, codes.filter((code) => code.startsWith("path-of-failure"))], [1, []]);
  });

  it("is one where what is thrown only has the name of what is aborted", async () => {
    const { ioCalls, codes } = await measured(`class AbortError extends Error { name = "AbortError"; }
module.exports = async (file) => {
  try {
    const text = await fs.readFile(file, "utf8");
    if (text !== "v7-" + file) throw new AbortError("other");
    await fs.writeFile(file, text);
  } catch (error) {
    console.error(error);
  }
};`);
    assert.deepEqual([ioCalls, codes.includes("way-chosen caution")], [2, true]);
  });

  it("leaves a loop within that ends by itself", async () => {
    const { ioCalls, ways } = await measured(`module.exports = async (jobs) => {
  for (;;) {
    for (const id of ["a", "b"]) {
      const job = await jobs.get(id);
      if (job.isSkipped === 1) break;
      await jobs.touch(id);
    }
    if ((await jobs.left()) === "none") return;
  }
};`);
    assert.deepEqual([ioCalls, ways], [5, ["the branch at line 9 is taken for true"]]);
  });

  it("stays as it is where the function fails whatever is asked", async () => {
    await assert.rejects(
      measured(`module.exports = async (file) => {
  await fs.readFile(file);
  for (const one of [1, 2]) throw new Error("no " + one);
};`),
      /no 1/,
    );
  });
});
