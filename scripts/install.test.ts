import assert from "node:assert/strict";
import { missingPackages, nodeProblem } from "./install.mjs";
import { foreignNpmEnvironment } from "./npm.mjs";

describe("nodeProblem", () => {
  it("says in one sentence what an old Node lacks", () => {
    for (const old of ["18.20.0", "20.18.3"])
      assert.match(nodeProblem(old) ?? "", /needs Node 20\.19 or newer/);
  });
  it("is content with the oldest and with newer ones", () => {
    for (const fine of ["20.19.0", "20.20.2", "22.1.0", "26.0.0"]) assert.equal(nodeProblem(fine), null);
  });
});

describe("missingPackages", () => {
  const lock = (packages: object): string => JSON.stringify({ packages: { "": { name: "x" }, ...packages } });

  it("finds what is absent and what has another version", () => {
    const wanted = lock({ a: { version: "1.0.0" }, b: { version: "2.0.0" }, c: { version: "3.0.0" } });
    const installed = lock({ b: { version: "2.0.1" }, c: { version: "3.0.0" } });
    assert.deepEqual(missingPackages(wanted, installed), ["a", "b"]);
  });
  it("does not miss what is for other platforms", () => {
    assert.deepEqual(missingPackages(lock({ a: { version: "1.0.0", optional: true } }), lock({})), []);
  });
  it("does not mind more than is wanted", () => {
    assert.deepEqual(missingPackages(lock({}), lock({ z: { version: "1.0.0" } })), []);
  });
});

describe("foreignNpmEnvironment", () => {
  it("keeps where packages come from, and nothing that is about this project", () => {
    const kept = { PATH: "/bin", npm_config_registry: "r", npm_config_https_proxy: "p", HOME: "/h" };
    const dropped = {
      npm_package_name: "async-cost",
      npm_lifecycle_event: "test",
      npm_config_engine_strict: "true",
      npm_config_local_prefix: "/work",
      NODE_ENV: "production",
      INIT_CWD: "/work",
    };
    assert.deepEqual(foreignNpmEnvironment({ ...kept, ...dropped }), kept);
  });
});
