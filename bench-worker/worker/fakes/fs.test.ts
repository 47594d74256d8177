import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type fs from "node:fs";
import type nodeReadline from "node:readline";
import type { Readable, Writable } from "node:stream";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeFs } from "./fs.ts";
import { fakeReadline } from "./readline.ts";

describe("the fake file system", () => {
  const scratch = mkdtempSync(path.join(tmpdir(), "async-cost-fs-"));
  const inside = path.join(scratch, "inside");
  const core = new IoCore(new VirtualClock(), 1);
  const fakes = fakeFs(core, [inside]);
  const fake = fakes.callbacks as typeof fs;
  const file = path.join(inside, "a.txt");

  before(async () => {
    const { mkdir } = await import("node:fs/promises");
    await mkdir(inside);
    writeFileSync(file, "real");
    writeFileSync(path.join(scratch, "secret.txt"), "secret");
    symlinkSync(path.join(scratch, "secret.txt"), path.join(inside, "link.txt"));
  });
  after(() => rmSync(scratch, { recursive: true }));

  it("reads synchronously what is inside of the folder, also through its promises", async () => {
    assert.equal(fake.readFileSync(file, "utf8"), "real");
    assert.equal(await fake.promises.readFile(file, "utf8"), "real");
    assert.equal(fake.existsSync(file), true);
  });

  it("reads what is inside of a folder that is reached through a link", () => {
    const link = path.join(scratch, "linked");
    symlinkSync(inside, link, "junction");
    const linked = fakeFs(core, [link]).callbacks as typeof fs;
    assert.equal(linked.readFileSync(path.join(link, "a.txt"), "utf8"), "real");
  });

  it("takes what is written to the output for printed, which is no operation", async () => {
    const printing = new IoCore(new VirtualClock(), 1);
    const { write, writev } = fakeFs(printing, []).callbacks as typeof fs;
    for (const descriptor of [1, 2]) {
      const written = await new Promise((resolve) => {
        write(descriptor, "line", (_error, bytes) => resolve(bytes));
      });
      assert.equal(written, 4);
    }
    assert.equal((await promisify(write)(1, "line")).bytesWritten, 4);
    assert.equal(printing.calls, 0);
    write(3, "line", () => undefined);
    writev(4, [Buffer.from("line")], () => undefined);
    assert.equal(printing.calls, 2);
  });

  it("does not see what is outside, nor what a link within points at", () => {
    assert.throws(() => fake.readFileSync(path.join(scratch, "secret.txt")), { code: "ENOENT" });
    assert.throws(() => fake.readFileSync(path.join(inside, "link.txt")), { code: "ENOENT" });
    assert.throws(() => fake.readFileSync(path.join(inside, "..", "secret.txt")), { code: "ENOENT" });
    assert.equal(fake.existsSync(path.join(scratch, "secret.txt")), false);
  });

  it("has the folders that the process and the project are in, so that who makes all folders of a path comes to an end", () => {
    for (const folder of [inside, scratch, ".", process.cwd(), path.parse(inside).root])
      assert.equal(fake.existsSync(folder), true, folder);
    for (const folder of ["made/up", path.join(scratch, "other"), `${inside}-2`])
      assert.equal(fake.existsSync(folder), false, folder);
  });

  it("writes nothing, by whatever name, and says so where it had to pretend", async () => {
    const target = path.join(inside, "written.txt");
    core.attempts.folders = [import.meta.dirname];
    fake.writeFileSync(target, "x");
    fake.mkdirSync(path.join(inside, "folder"));
    fake.rmSync(file);
    await fake.promises.writeFile(target, "x");
    await new Promise<void>((resolve) => fake.createWriteStream(target).end("x", () => resolve()));
    await new Promise<void>((resolve) => new fake.WriteStream(target as never).end("x", () => resolve()));
    assert.ok(!existsSync(target) && existsSync(file) && !existsSync(path.join(inside, "folder")));
    assert.ok([...core.incidents].some((incident) => incident.includes("writeFileSync")));
  });

  it("tells who listens that a stream's file is open, also of a class that inherits from its streams", async () => {
    const opened = (stream: Readable | Writable): Promise<unknown> =>
      new Promise((resolve) => stream.once("open", resolve));
    function Own(this: object, name: string): void {
      Reflect.apply(fake.WriteStream, this, [name]);
    }
    Own.prototype = Object.create(fake.WriteStream.prototype) as unknown;
    const own: Writable = new (Own as unknown as new (name: string) => Writable)("a");
    class Later extends fake.ReadStream {}
    const streams = [fake.createWriteStream("a"), fake.createReadStream("a"), own, new Later("a" as never)];
    assert.deepEqual(await Promise.all(streams.map(opened)), [3, 3, 3, 3]);
    assert.ok(own instanceof fake.WriteStream);
    await new Promise<void>((resolve) => own.write("x", "utf8", () => own.end(() => resolve())));
  });

  it("answers for files that are not there as if they were", async () => {
    assert.equal(await fake.promises.readFile("/no/such/file.json", "utf8"), "{\t}");
    assert.ok((await fake.promises.stat("/no/such/file.json")).isFile());
    const entries = await fake.promises.readdir("/no/such/folder", { withFileTypes: true });
    assert.ok(entries[0]!.isFile());
    const changed: unknown[] = [];
    for await (const { filename } of fake.promises.watch("/no/such/folder")) changed.push(filename);
    assert.deepEqual(changed, ["file.txt", "other.txt"]);
  });

  it("lets files be run that lie where programs are looked for, and no others", async () => {
    const [folder] = process.env["PATH"]!.split(path.delimiter);
    const isProgram = async (name: string): Promise<boolean> =>
      ((await fake.promises.stat(name)).mode & 0o111) !== 0;
    assert.ok(await isProgram(path.join(folder!, "no-such-program")));
    assert.ok(!(await isProgram("/no/such/script.sh")));
  });

  it("streams bytes where options name no encoding, and text where they do", async () => {
    const read = async (options: Parameters<typeof fake.createReadStream>[1]): Promise<unknown> =>
      (await fake.createReadStream("/no/such/file.json", options).toArray())[0];
    for (const options of [undefined, { start: 0, highWaterMark: 16 }, { encoding: null as never }])
      assert.ok(Buffer.isBuffer(await read(options)));
    assert.deepEqual([await read("utf8"), await read({ encoding: "hex" })], ["{\t}", "7b097d"]);
  });

  it("has more than one line for who reads a made-up file line by line", async () => {
    const readline = fakeReadline(core, null).callbacks as typeof nodeReadline;
    const lines = readline.createInterface({ input: fake.createReadStream("/no/such/file.csv") });
    const read: string[] = [];
    for await (const line of lines) read.push(line);
    assert.deepEqual(read, ["{\t}", "{\t}"]);
  });

  it("resolves paths by the system's own way too", async () => {
    const resolved = await new Promise((resolve, reject) => {
      fake.realpath.native(file, (error, name) => (error === null ? resolve(name) : reject(error)));
    });
    assert.equal(resolved, file);
  });

  it("demands a callback as the real one does", () => {
    assert.throws(() => Reflect.apply(fake.readFile, fake, ["a"]), TypeError);
  });
});
