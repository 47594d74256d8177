import type { Shape } from "../../../contract/fact.ts";
import { dateAt } from "../item-place.ts";
import type { FakeContext } from "./context.ts";
import type { FakeLists } from "./lists.ts";

/** Makes what stands where a fake would not do: a text, a number, bytes, a list, a promise. */
export class MadeValues {
  readonly #fakes: FakeContext;
  readonly #lists: FakeLists;

  constructor(fakes: FakeContext, lists: FakeLists) {
    this.#fakes = fakes;
    this.#lists = lists;
  }

  /** The value that goes by a name, where something told its shape; undefined where it is to be a fake. */
  of(name: string, shape: Shape): unknown {
    if ("value" in shape) return shape.value;
    if ("classOf" in shape) {
      const { classOf: file, exported } = shape;
      return this.#fakes.instances?.of(name, { file, exported, isAbstract: false });
    }
    if ("instanceOf" in shape) return instanceOf(shape.instanceOf);
    switch (shape.make) {
      case "buffer":
        return Buffer.from(name);
      case "json":
      case "lines":
        return this.#fakes.core.json;
      case "json-bytes":
        return Buffer.from(this.#fakes.core.json);
      case "list":
        this.#lists.read.add(name);
        return this.#lists.itemsOf(name);
      case "record":
        return this.#lists.recordOf(name);
      case "promise":
        return this.#promise(name);
      case "url":
        return new URL("http://localhost/");
      case "bigint":
        return 1n;
      case "date":
        return dateAt(this.#fakes.core, name).toISOString();
      case "fake":
      case "nothing":
      case "object":
        return undefined;
    }
  }

  /** What a function is handed was begun by whoever calls it: to wait for that is no I/O call of its own. */
  #promise(name: string): Promise<unknown> {
    const { core } = this.#fakes;
    const value = this.#fakes.make(`${name}.value`);
    const isHanded = !name.includes(".");
    this.#fakes.note(
      name,
      isHanded ? "sync" : "promise",
      isHanded ? "the function waits for it" : "an error told that it is a promise",
    );
    return isHanded ? Promise.resolve(value) : core.promise(name, value);
  }
}

function instanceOf(name: string): unknown {
  if (name === "AbortSignal") return new AbortController().signal;
  const constructor: unknown = Reflect.get(globalThis, name);
  return typeof constructor === "function" ? Reflect.construct(constructor, []) : undefined;
}
