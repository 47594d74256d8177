import assert from "node:assert/strict";
import { runWorker } from "../fixtures/run-worker.ts";

describe("errors injected into calls", () => {
  it("are swallowed where other items of a loop go well", async () => {
    const [run] = await runWorker(["skips-what-fails.js"], { measure: "stack" });
    assert.ok(run?.state === "completed");
    const delivered = run.stack!.sites.filter(({ mode, layer }) => mode === "error" && layer === "async");
    assert.ok(delivered.length > 0 && delivered.every(({ swallowed }) => swallowed));
  });

  it("reach the caller of a helper that tries again, however often it is called, and not where one item failing is none of all", async () => {
    const files = ["tries-two-again.js", "needs-one-of-all.js"];
    const [all, one] = await runWorker(files, { measure: "stack" });
    assert.ok(all?.state === "completed" && one?.state === "completed");
    const swallowed = ({ stack }: typeof all): boolean[] =>
      stack!.sites.filter(({ mode }) => mode !== "async-throw").map((site) => site.swallowed);
    assert.ok(swallowed(all).length > 0 && swallowed(all).every((is) => !is));
    assert.ok(swallowed(one).length > 0 && swallowed(one).every((is) => is));
  });

  it("are unhandled rejections where nobody waits, or not before something else has answered", async () => {
    const text = `exports.forgets = async function forgets(users, mailer) {
  users.forEach(async (user) => { await mailer.send(user); });
};
exports.holds = async function holds(db) {
  const user = db.user();
  const orders = db.orders();
  return [await user, await orders];
};
exports.together = async function together(db) {
  return await Promise.all([db.user(), db.orders()]);
};`;
    const functionStarts = ["forgets", "holds", "together"].map((name) =>
      text.indexOf(`async function ${name}`),
    );
    const files = functionStarts.map(() => "waits-or-not.js");
    const [forgets, holds, together] = await runWorker(files, { measure: "stack", text, functionStarts });
    const unhandled = (run = forgets): string[] => {
      if (run?.state !== "completed") assert.fail(JSON.stringify(run));
      const direct = run.stack!.sites.filter(
        ({ mode, helper }) => mode !== "async-throw" && helper === "none",
      );
      return direct.flatMap(({ line, mode, layer, crash }) =>
        crash === "unhandledRejection" ? [`${line} ${mode} ${layer}`] : [],
      );
    };
    assert.deepEqual(
      new Set(unhandled()),
      new Set(
        ["error", "throw"]
          .flatMap((mode) => [`2 ${mode} calls-back`, `2 ${mode} async`])
          .concat("2 error keeps-stack"),
      ),
    );
    assert.deepEqual(unhandled(holds), ["6 throw async"]);
    assert.deepEqual(unhandled(together), []);
  });

  it("reach who waits for what is made of each item of a made-up list", async () => {
    const [run] = await runWorker(["maps-made-up-list.js"], { measure: "stack" });
    assert.ok(run?.state === "completed");
    const own = run.stack!.sites.filter(({ mode }) => mode !== "async-throw");
    assert.ok(own.length > 0 && own.every(({ swallowed }) => !swallowed));
    const atCall = own.filter(({ mode, helper }) => mode === "throw" && helper === "none");
    assert.ok(atCall.every(({ line, reportedLine }) => reportedLine === line));
  });

  it("reach who hands them on to next, tries again or wraps them with their cause, and those that need a first call are given one", async () => {
    const files = [
      "hands-over.js",
      "caches-in-instance.js",
      "tries-again.js",
      "wraps-with-cause.js",
      "keeps-connection.js",
    ];
    const calls = [1, 1, 1, 1, 2];
    const runs = await runWorker(files, { measure: "stack" });
    for (const [index, run] of runs.entries()) {
      assert.ok(run.state === "completed" && run.stack !== undefined, JSON.stringify(run));
      const own = run.stack.sites.filter(({ mode, helper }) => mode !== "async-throw" && helper === "none");
      assert.deepEqual(
        own.filter(({ swallowed }) => swallowed),
        [],
      );
      const named = own.filter(({ layer, reportedLine, line }) => layer === "async" && reportedLine === line);
      assert.equal(named.length, 2 * calls[index]!, files[index]);
    }
  });
});
