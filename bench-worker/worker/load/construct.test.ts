import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { Endless } from "../harness/time-limit.ts";
import { construct } from "./construct.ts";

const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
const SOURCE = {
  file: fileURLToPath(import.meta.url),
  text: readFileSync(fileURLToPath(import.meta.url), "utf8"),
  language: "ts",
} as const;
const isFake = (value: unknown): boolean => fakes.isFake(value);

describe("an instance of a class", () => {
  it("is constructed of fakes, with the defaults that there are", () => {
    class Store {
      readonly all: unknown[];
      constructor(db: unknown, options: unknown = {}, size: unknown = 3) {
        const { limit = 5, log } = options as { limit?: number; log?: unknown };
        this.all = [db, limit, log, size];
      }
    }
    const [db, limit, log, size] = (construct(Store, fakes, SOURCE) as Store).all;
    assert.deepEqual([isFake(db), limit, isFake(log) || log === undefined, size], [true, 5, true, 3]);
  });

  it("is constructed of what its parameters are by their types, without what need not be given", () => {
    class TypedQueue {
      readonly all: unknown[];
      constructor(name: string, sizes: number[], options?: { limit: number }) {
        this.all = [name, sizes, options];
      }
    }
    class TypedStack extends TypedQueue {}
    const given = ["name", [1, 2], undefined];
    assert.deepEqual((construct(TypedQueue as never, fakes, SOURCE) as TypedQueue).all, given);
    assert.deepEqual((construct(TypedStack as never, fakes, SOURCE) as TypedQueue).all, given);
  });

  it("is constructed by its base where it has no constructor of its own", () => {
    class Base {
      readonly db: unknown;
      constructor(db: unknown) {
        this.db = db;
      }
    }
    class Store extends Base {}
    assert.ok(isFake((construct(Store, fakes, SOURCE) as Store).db));
  });

  it("is constructed of what its base takes where it hands on all that it is given", () => {
    class Base {
      readonly db: unknown;
      constructor(db: unknown) {
        this.db = db;
      }
    }
    class Store extends Base {
      static copy(): unknown {
        return class {
          readonly all: unknown[];
          constructor(first: unknown, second: unknown) {
            this.all = [first, second];
          }
        };
      }
      constructor(...all: [unknown]) {
        super(...all);
        (this.db as { open: () => void }).open();
      }
    }
    assert.ok(isFake((construct(Store, fakes, SOURCE) as Store).db));
  });

  it("is constructed with what its pattern has defaults for where these do not do", () => {
    class Plugin {
      readonly options: object;
      constructor({ options, container = {} }: { options?: object; container?: { log?: () => void } } = {}) {
        this.options = Object.freeze(options ?? {});
        container.log!();
      }
    }
    const { options } = construct(Plugin as never, fakes, SOURCE) as Plugin;
    assert.ok(isFake(options) && Object.isFrozen(options));
    assert.ok(isFake((options as { name: unknown }).name));
  });

  it("has its private members where its constructor takes no fake", () => {
    class Store {
      readonly #size: number;
      constructor(options?: unknown) {
        if (options !== undefined) throw new TypeError("no options");
        this.#size = 1;
      }
      get size(): number {
        return this.#size;
      }
    }
    assert.equal((construct(Store, fakes, SOURCE) as Store).size, 1);
  });

  it("is constructed with a promise where an operation is to give one", () => {
    class Queue {
      readonly ready: Promise<unknown>;
      constructor(options: unknown) {
        const { backend } = options as { backend: { connect(): Promise<unknown> } };
        this.ready = backend.connect().then(() => 1);
      }
    }
    const made = construct(Queue, new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map()), SOURCE);
    assert.ok((made as Queue).ready instanceof Promise);
  });

  it("is constructed of the other fakes where one must be an instance with private members", () => {
    class Store {
      readonly #before: unknown;
      readonly all: unknown[];
      constructor(db: unknown, before: unknown, log: unknown) {
        this.#before = before === undefined ? null : (before as Store).#before;
        this.all = [db, this.#before, log];
      }
    }
    const [db, before, log] = (construct(Store, fakes, SOURCE) as Store).all;
    assert.deepEqual([isFake(db), before, isFake(log)], [true, null, true]);
  });

  it("is made of the prototype where its constructor always throws", () => {
    class Never {
      readonly isThere = true;
      constructor() {
        throw new Error("never");
      }
    }
    const { core } = fakes;
    assert.ok(construct(Never, fakes, SOURCE, { isTold: false }) instanceof Never);
    assert.equal(core.incidents.size, 0);
    assert.ok(construct(Never, fakes, SOURCE) instanceof Never);
    assert.match(
      [...core.incidents].join(),
      /class Never could not be constructed .* failed with .*never\.$/,
    );
  });

  it("is constructed of what its errors say that it has to be given", () => {
    class Client {
      readonly url: URL;
      readonly name: string;
      constructor(options: { url: string; name: unknown; proxyUrl?: URL }) {
        this.url = new URL(options.url);
        if (options.proxyUrl !== undefined && options.proxyUrl.protocol !== "socks:")
          throw new TypeError(`${options.proxyUrl.toString()} is no URL of a proxy (protocol)`);
        if (typeof options.name !== "string") throw new TypeError("options.name must be a string");
        this.name = options.name;
      }
    }
    const own = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
    const { url, name } = construct(Client as never, own, SOURCE) as Client;
    assert.deepEqual([url.href, name], ["http://localhost/", "options-name"]);
  });

  it("is constructed of what its guards ask for, as their text has it: objects with members", () => {
    class Store {
      readonly #db: unknown;
      constructor(db: unknown, manifest: unknown) {
        if (typeof manifest !== "object") {
          throw new TypeError("The first argument must be a manifest");
        }
        if (typeof db !== "object") {
          throw new TypeError(`The first argument must be a database, received ${typeof db}`);
        }
        (db as { attach(one: object): void }).attach(this);
        this.#db = db;
      }
      get db(): unknown {
        return this.#db;
      }
    }
    const own = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
    assert.equal(typeof (construct(Store, own, SOURCE) as Store).db, "object");
  });

  it("is constructed with what it has defaults for where these do not do", () => {
    class Cache {
      readonly #storage: unknown;
      constructor(options: { storage?: unknown } = {}) {
        if (options.storage === undefined) throw new Error("storage is required");
        this.#storage = options.storage;
      }
      get storage(): unknown {
        return this.#storage;
      }
    }
    const own = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
    assert.ok(own.isFake((construct(Cache as never, own, SOURCE) as Cache).storage));
  });

  it("leaves nothing of what its errors said where that did not help", () => {
    class Broken {
      readonly isMade = true;
      constructor(name: unknown) {
        if (typeof name !== "string") throw new TypeError("name must be a string");
        throw new Error("a native add-on is missing");
      }
    }
    const own = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
    assert.ok(construct(Broken, own, SOURCE) instanceof Broken);
    assert.ok(own.isFake(own.make("name")));
  });

  describe("that comes to no end", () => {
    const fakesFor = (uses: readonly string[]): UniversalFakes => {
      const core = new IoCore(new VirtualClock(), 1);
      for (const expression of uses) core.note({ expression, kind: "sync", from: "inferred", why: "" });
      return new UniversalFakes(core, new Map());
    };

    it("is not made on values that are made up, and by its prototype alone where it has none", () => {
      const down = (): number => 1 + down();
      class Deep {
        readonly depth = down();
      }
      assert.throws(() => construct(Deep, fakesFor(["db"]), SOURCE), RangeError);
      const made = construct(Deep, fakesFor([]), SOURCE);
      assert.ok(made instanceof Deep && !("depth" in made));
    });

    it("is not waited for for ever", () => {
      const turns = (): number => {
        for (;;);
      };
      class Turning {
        readonly turns = turns();
      }
      assert.throws(() => construct(Turning, fakesFor(["db"]), SOURCE), Endless);
      class TurningLater {
        readonly turns: number;
        constructor(options: { name: unknown }) {
          if (typeof options.name !== "string") throw new TypeError("options.name must be a string");
          this.turns = turns();
        }
      }
      assert.throws(() => construct(TurningLater as never, fakesFor(["db"]), SOURCE), Endless);
    });
  });
});
