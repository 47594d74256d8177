import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const measured = async (body: string, handler = "") => {
  const { counters, remarks, scenario } = await completed("fs-await.js", {
    text: `const fs = require("node:fs/promises");
class Refused extends Error {}
const wrap = (handler) => (req, res, next) => Promise.resolve(handler(req, res, next)).catch(next);
module.exports = wrap(async (req, res, next) => {
${body}
});${handler}`,
  });
  return {
    ioCalls: counters.ioCalls,
    remarks: (remarks ?? []).map(({ code, severity, text }) => `${code} ${severity}: ${text}`),
    learnt: (scenario?.values ?? []).flatMap(({ what, text, rule }) =>
      rule === "guard" ? [`${what} is ${text}`] : [],
    ),
  };
};

const WRITES = "  await fs.writeFile(req.params.id, course.text);\n  res.json(course);";

describe("A handler that would hand an error on before its I/O calls", () => {
  it("goes on, as where a record belongs to who asks for it", async () => {
    const { ioCalls, remarks, learnt } =
      await measured(`  const course = JSON.parse(await fs.readFile(req.params.id));
  if (req.user.role !== "admin" && req.user.owns !== true) return next(new Refused("no"));
${WRITES}`);
    assert.deepEqual([ioCalls, remarks], [2, []]);
    assert.ok(learnt.includes('req.user.role is "admin"'), learnt.join());
  });

  it("goes on where what is around it hands on what it throws", async () => {
    const { ioCalls, learnt } = await measured(`  const course = JSON.parse(await fs.readFile(req.params.id));
  if (req.user.isBlocked) throw new Refused("no");
${WRITES}`);
    assert.deepEqual([ioCalls, learnt], [2, ["req.user.isBlocked is false"]]);
  });

  it("goes on where what has to be text has to be one of some as well", async () => {
    const { ioCalls, remarks, learnt } = await measured(`  const { kind, id } = req.body;
  if (!kind?.trim?.() || typeof kind !== "string" || typeof id !== "string") return res.status(400).send("kind");
  if (!["book", "film"].includes(kind)) return res.status(400).send("other kind");
  const course = {};
${WRITES}`);
    assert.equal(ioCalls, 1);
    assert.match(
      remarks.join(),
      /^way-chosen caution: On other values it fails: .*\.includes\(kind\) at line 7 was taken to be false\./,
    );
    assert.ok(learnt.includes('req.body.id is "req-body-id"'), learnt.join());
  });

  it("goes on where its own method of a model finds out that it may", async () => {
    const text = `const { model, Schema } = require("mongoose");
const schema = new Schema({});
schema.statics.isTaken = async function (name) {
  const known = await this.findOne({ name });
  return !!known;
};
const Course = model("Course", schema);
module.exports = async (req, res) => {
  const isTaken = await Course.isTaken(req.body.name);
  if (isTaken) throw new Error("taken");
  res.json(await Course.create(req.body));
};`;
    const { counters, remarks, scenario } = await completed("fs-await.js", { text });
    assert.deepEqual([counters.ioCalls, (remarks ?? []).map(({ code }) => code)], [2, ["way-chosen"]]);
    const way = scenario?.values?.find(({ rule }) => rule === "other-way");
    assert.match(way?.what ?? "", /^the branch at line 10 of /);
    assert.equal(way?.text, "is taken for false");
  });

  it("goes on, or says that it does not, behind a promise as well", async () => {
    const handler = (check: string) =>
      completed("fs-await.js", {
        text: `const fs = require("node:fs/promises");
module.exports = (req, res, next) => {
  fs.readFile(req.params.id).then((text) => {
    ${check} return res.sendStatus(403);
    return fs.writeFile(req.params.id, text).then(() => res.json(text));
  }).catch(next);
};`,
      });
    const [led, failed] = [await handler('if (req.user.role !== "admin")'), await handler("for (;;)")];
    assert.equal(led.counters.ioCalls, 2);
    assert.ok(failed.remarks?.some(({ code }) => code === "path-of-failure"));
  });

  it("tells the owner of what was found from who asks, whatever else goes by that name", async () => {
    const { learnt, ioCalls } = await measured(`  const { Course } = require("mongoose").models;
  const course = await Course.findById(req.params.id);
  if (course.user.toString() !== req.user.id && req.user.role !== "admin") return next(new Refused("no"));
${WRITES}`);
    assert.equal(ioCalls, 2);
    assert.deepEqual(learnt, [
      'mongoose.models.Course.findById().item.user is "user"',
      'req.user.id is "user"',
    ]);
  });

  it("says that it took its path of failure where nothing leads it on", async () => {
    const { ioCalls, remarks } =
      await measured(`  const course = JSON.parse(await fs.readFile(req.params.id));
  for (;;) return next(new Refused("too late"));
${WRITES}`);
    assert.equal(ioCalls, 1);
    const told = remarks.filter((one) => one.startsWith("path-of-failure decisive"));
    assert.equal(told.length, 1, remarks.join("\n"));
    assert.match(told[0]!, /A failure was told by next at line 6, .* Error: too late/);
  });

  it("goes on where it would answer with a status of failure", async () => {
    for (const [refuses, name] of [
      ["return res.status(403).json({ message: 'no' })", "(req, res)"],
      ["return res.sendStatus(403)", "(req, res, next)"],
      ["return void reply.code(403).send()", "(req, reply)"],
      ["req.throw(403)", "(req, res)"],
    ]) {
      const { counters } = await completed("fs-await.js", {
        text: `const fs = require("node:fs/promises");
module.exports = async ${name} => {
  const course = JSON.parse(await fs.readFile("courses.json"));
  if (req.user.role !== "admin") ${refuses};
  await fs.writeFile(req.params.id, course.text);
};`,
      });
      assert.equal(counters.ioCalls, 2, refuses);
    }
  });

  it("waits for what a query gives, be it nothing so that the call goes on", async () => {
    for (const asks of [
      "const known = await User.findOne(req.body); if (known) return res.status(409).json({ message: 'taken' });",
      "await User.findOne(req.body).then((known) => { if (known) throw new Error('taken'); });",
    ]) {
      const { counters } = await completed("fs-await.js", {
        text: `const { model } = require("mongoose");
const User = model("User");
module.exports = async (req, res) => {
  ${asks}
  res.status(201).json(await User.create(req.body));
};`,
      });
      assert.equal(counters.ioCalls, 2, asks);
    }
  });

  it("is the owner of what it asks for, however the two are compared", async () => {
    for (const compared of [
      "post.author.toString() !== req.user._id.toString()",
      "String(post.author) !== req.user.id",
      "post.author.toString() !== req.user.id",
      "!post.author.equals(req.user._id)",
    ]) {
      const { counters } = await completed("fs-await.js", {
        text: `const { model } = require("mongoose");
const Post = model("Post");
module.exports = async (req, res) => {
  const post = await Post.findById(req.params.id);
  if (${compared}) return res.status(403).json({ message: "not yours" });
  await Post.updateOne({ _id: post.id }, req.body);
  res.json(post);
};`,
      });
      assert.equal(counters.ioCalls, 2, compared);
    }
  });

  it("is the owner of a row that an instance gives which its file makes", async () => {
    const { counters } = await completed("fs-await.js", {
      text: `const { Pool } = require("pg");
const pool = new Pool();
module.exports = async (req, res) => {
  const { rows } = await pool.query("select", [req.params.id]);
  if (rows[0].author !== req.user.id) return res.sendStatus(403);
  await pool.query("update", [req.body]);
  res.end();
};`,
    });
    assert.equal(counters.ioCalls, 2);
  });

  it("goes on where a query calls back with what shall not be there", async () => {
    const { counters } = await completed("fs-callback.js", {
      text: `const { model } = require("mongoose");
const User = model("User");
module.exports = function check(req, res, next) {
  User.findOne({ name: req.body.name }).exec((error, known) => {
    if (known) return res.status(400).send("taken");
    User.findOne({ mail: req.body.mail }).exec((failed, other) => {
      if (other) return res.status(400).send("taken");
      next();
    });
  });
};`,
    });
    assert.equal(counters.ioCalls, 2);
  });

  it("goes on where its answer, which calls back, would be one of failure", async () => {
    const { counters } = await completed("fs-callback.js", {
      text: `const fs = require("node:fs");
module.exports = function handler(req, res) {
  fs.readFile("courses.json", (error, course) => {
    if (req.user.role !== "admin") return res.status(403).end();
    fs.writeFile(req.params.id, course, () => res.end());
  });
};`,
    });
    assert.equal(counters.ioCalls, 2);
  });

  it("is as it is where all its I/O calls are made", async () => {
    const { remarks } = await measured(`  await fs.writeFile(req.params.id, "");
  next(new Refused("not found"));`);
    assert.deepEqual(remarks, []);
  });
});
