import assert from "node:assert/strict";
import vm from "node:vm";
import { catchWatch, mayCatch } from "./catch-watch.ts";

const FILE = "/caught.js";

/** The lines of the clauses and handlers that took an error, and what it said. */
async function caughtBy(code: string): Promise<string[]> {
  await catchWatch.during(
    (file) => file === FILE,
    async () => {
      const run = vm.compileFunction(catchWatch.withCatchesTold(code, FILE), [], {
        filename: FILE,
      }) as () => unknown;
      await catchWatch.listen(async () => await run());
    },
  );
  return catchWatch.caught.map(
    ({ error, line }) => `${line} ${error instanceof Error ? error.message : "?"}`,
  );
}

const BAD = 'Promise.reject(new Error("bad"))';

describe("watching what is caught", () => {
  const cases: [string, string, string[]][] = [
    ["a clause", 'try {\n  throw new Error("bad");\n} catch (error) {}', ["3 bad"]],
    ["one without a binding", 'try { throw new Error("bad"); }\n\ncatch {}', ["3 bad"]],
    ["one that takes the error apart", "try { throw new Error(); } catch ({ message }) {}", ["1 ?"]],
    ["a handler of rejections", `return ${BAD}\n  .catch(() => {});`, ["2 bad"]],
    ["one among others", `return ${BAD}.then((x) => [x, 1], (e) => {});`, ["1 bad"]],
    ["one whose result is asked for", `return Promise\n  .allSettled([1, ${BAD}]);`, ["2 bad"]],
    [
      "a clause behind await",
      `return (async () => {\n try { await ${BAD}; }\n catch (e) {} })();`,
      ["3 bad"],
    ],
    ["each that takes it", `return ${BAD}.catch((e) => { throw e; })\n.catch(() => {});`, ["1 bad", "2 bad"]],
  ];
  for (const [what, code, caught] of cases) {
    it(`hears of ${what}`, async () => assert.deepEqual(await caughtBy(code), caught));
  }

  it("leaves what catches nothing, and what code does, as it is", async () => {
    const code = `
      class A { then(a, b) { return [a, b]; } catch(x) { return x; } }
      try { new A(); } catch { throw 1; } finally { }
      const { catch: named, then } = new A();
      return [new A().then(1, 2), new A().catch(3), new A().catch(), named(4), then(...[5, 6]), { catch: 1 }];`;
    assert.deepEqual(await caughtBy(code), []);
    const plain: unknown = vm.runInThisContext(`(() => {${code}})()`);
    assert.deepEqual(vm.runInThisContext(`(() => {${catchWatch.withCatchesTold(code, FILE)}})()`), plain);
    assert.equal(catchWatch.withCatchesTold(code, FILE).split("\n").length, code.split("\n").length);
  });

  it("does not hear of an error that somebody asked for", async () => {
    await catchWatch.during(
      (file) => file === FILE,
      async () => {
        const code = "try { throw error; } catch (e) {}";
        const run = vm.compileFunction(catchWatch.withCatchesTold(code, FILE), ["error"]) as (
          error: Error,
        ) => void;
        const told = new Error("told");
        catchWatch.tell(told);
        await catchWatch.listen(async () => {
          run(told);
          await Promise.resolve();
        });
      },
    );
    assert.deepEqual(catchWatch.caught, []);
  });

  it("knows texts that catch nothing", () => {
    assert.equal(mayCatch("async function f() { await g(); }"), false);
    assert.equal(mayCatch("try { } catch { }"), true);
    assert.equal(mayCatch("await Promise.allSettled(all);"), true);
  });
});
