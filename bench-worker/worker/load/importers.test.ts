import assert from "node:assert/strict";
import { Importers } from "./importers.ts";

describe("who imports a package", () => {
  const importers = new Importers();
  importers.note("queue", null);
  importers.note("logs", null);
  importers.note("redis", "queue");
  importers.note("sockets", "redis");
  importers.note("redis", "sockets");

  it("is the project itself, or packages that it imports, however many are between", () => {
    assert.deepEqual(importers.ofProject("queue"), ["queue"]);
    assert.deepEqual(importers.ofProject("sockets"), ["queue"]);
    importers.note("sockets", "logs");
    assert.deepEqual(importers.ofProject("sockets"), ["logs", "queue"]);
  });

  it("is somebody where any was imported", () => {
    assert.deepEqual([importers.hasAny, new Importers().hasAny], [true, false]);
  });

  it("is nobody known for what was not loaded", () => {
    assert.deepEqual(importers.ofProject("other"), ["other"]);
  });
});
