import assert from "node:assert/strict";
import { installLibrary } from "../bench-worker/host/gallery/install.ts";
import { findLibrary, librariesFolder } from "../bench-worker/host/gallery/installed.ts";
import { npmOnPath } from "../bench-worker/host/runtimes/npm.ts";
import { loadChain, WAYS, type LoadedChain } from "./conformance/chains.ts";
import { withFakeIo } from "./conformance/fake-io.ts";
import { readCatalogue } from "./conformance/laid-out.ts";

const { chains } = readCatalogue();
const IO_CALLS = { synchronous: 0, mixed: 3, asynchronous: 7 };

describe("the chains of promises", () => {
  before(async function () {
    this.timeout(180_000);
    const store = { folder: librariesFolder(), npm: npmOnPath };
    for (const { library } of chains) {
      if (library === null) continue;
      const { kind } = await findLibrary(library, import.meta.dirname, store.folder);
      if (kind === "missing") {
        await installLibrary(library, store, console.log, new AbortController().signal);
      }
    }
  });

  for (const entry of chains) {
    describe(entry.name, () => {
      let chain: LoadedChain;
      before(async () => {
        chain = await loadChain(entry);
      });
      after(() => chain.remove());

      for (const way of WAYS) {
        it(`makes ${IO_CALLS[way]} I/O calls when it is ${way}, one after the other`, async () => {
          await withFakeIo(async (calls) => {
            await chain.run(way);
            assert.equal(calls.length, IO_CALLS[way]);
          });
        });
      }

      // Of its last one: a deferred that nobody settles keeps the process alive in one of these libraries.
      it("ends with the error of an operation", async () => {
        const error = new Error("out of order");
        await withFakeIo(
          async (calls) => {
            await assert.rejects(chain.run("asynchronous"), (reason) => reason === error);
            assert.equal(calls.length, 7);
          },
          { atCall: 6, mode: "error", error },
        );
      });
    });
  }
});
