import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { busyPlace } from "./busy-place.ts";

const TEXT = `import bcrypt from "bcryptjs";
export async function register(db, password) {
  await db.save(await bcrypt.hash(password, 10));
}`;
const source = { file: "/p/src/users.js", text: TEXT };
const [register] = analyze(TEXT, "js").functions;
const stacked = (...places: string[]): Error =>
  Object.assign(new Error("busy"), {
    stack: ["Error: busy", ...places.map((at) => `    at f (${at})`)].join("\n"),
  });

describe("where code is busy that does not come back", () => {
  it("is a package that computes, with what a fakes file can say of it", () => {
    const { said, hint } = busyPlace(stacked("/p/node_modules/bcryptjs/index.js:947:3"), source, register);
    assert.equal(said, " in the package bcryptjs (index.js:947)");
    assert.match(
      hint!,
      /If bcryptjs computes.*fewer calls.*fakes: \{ "bcrypt\.hash": \{ kind: "promise" \} \}/,
    );
    const inCall = stacked("/p/node_modules/bcryptjs/index.js:947:3", "/p/src/users.js:3:20");
    assert.equal(busyPlace(inCall, source).said, " at line 3, in the package bcryptjs (index.js:947)");
  });

  it("is a line of the function's own file, or of another one of the project", () => {
    const own = stacked("/p/src/loop.js:4:1", "/p/src/users.js:3:20");
    assert.deepEqual(busyPlace(own, source), { said: " at line 3", hint: null });
    assert.deepEqual(busyPlace(stacked("/p/src/loop.js:4:1"), source), { said: " at loop.js:4", hint: null });
    assert.deepEqual(busyPlace(new Error("busy").message, source), { said: "", hint: null });
  });
});
