import assert from "node:assert/strict";
import { functionToRun, keepsFunctions } from "./functions-to-run.ts";

const nothingIsFake = (): boolean => false;
const waits = async (): Promise<void> => {};
const plain = (): number => 1;

describe("a function that is given to an operation", () => {
  it("runs within it where it waits itself, or hands on what it calls", () => {
    assert.equal(functionToRun("transaction", [{}, waits, 3], false, nothingIsFake), waits);
    assert.equal(functionToRun("add", [waits], false, nothingIsFake), waits);
    assert.equal(functionToRun("retry", [plain], true, nothingIsFake), plain);
  });

  it("does not where it only computes, is made up, or is kept for later or sent elsewhere", () => {
    assert.equal(functionToRun("transaction", [plain], false, nothingIsFake), undefined);
    assert.equal(
      functionToRun("transaction", [waits], false, (value) => value === waits),
      undefined,
    );
    for (const operation of [
      ...[
        "consume",
        "subscribe",
        "pSubscribe",
        "sSubscribe",
        "psubscribe",
        "addHandler",
        "setRequestHandler",
      ],
      ...["work", "define", "evaluate", "$eval"],
    ])
      assert.equal(functionToRun(operation, [waits], false, nothingIsFake), undefined, operation);
  });

  it("runs within what goes through a list, and what handles nothing but it, whatever else goes by that name", () => {
    const each = async (item: unknown): Promise<unknown> => Promise.resolve(item);
    assert.equal(functionToRun("process", [each], false, nothingIsFake, "forEach"), each);
    assert.equal(functionToRun("process", [each], false, nothingIsFake, "createQueue"), undefined);
    assert.equal(functionToRun("handle", [waits], false, nothingIsFake), waits);
    assert.equal(functionToRun("handle", [each], false, nothingIsFake), undefined);
    assert.equal(functionToRun("handle", ["jobs", waits], false, nothingIsFake), undefined);
  });

  it("is kept for later where it is a handler, or makes a state out of the one before", () => {
    const list = (request: unknown): unknown => request;
    const answered = (error: unknown, body: unknown): unknown => error ?? body;
    const shown = (data: unknown): unknown => data;
    const grown = (old: unknown): unknown => old;
    for (const [operation, ...given] of [
      ["use", list],
      ["addHook", "onClose", list],
      ["get", "/items", list],
      ["setItems", grown],
    ] as const)
      assert.equal(keepsFunctions(operation, given, false), true, operation);
    for (const [operation, ...given] of [
      ["query", "select", grown],
      ["get", "items", list],
      ["get", "/items", shown],
      ["use", answered],
      ["setItem", "key", grown],
    ] as const)
      assert.equal(keepsFunctions(operation, given, false), false, operation);
  });

  it("is kept for later where it is for each message of a subscription, and settles nothing", () => {
    const save = (message: unknown): unknown => message;
    const answer = (resolve: (value: unknown) => void): ((message: unknown) => void) => {
      return (message) => resolve(message);
    };
    const settler = answer(() => undefined);
    const isKept = (operation: string, run: unknown): boolean =>
      keepsFunctions(operation, ["jobs", run, {}], false);
    for (const operation of ["subscribe", "pSubscribe", "subscribeToTopic", "consume"]) {
      assert.equal(isKept(operation, save), true, operation);
      assert.equal(isKept(operation, settler), false, operation);
    }
    for (const operation of ["process", "work", "watch", "listen"]) {
      assert.equal(isKept(operation, waits), true, operation);
      assert.equal(isKept(operation, save), false, operation);
    }
    assert.equal(keepsFunctions("subscribe", ["jobs", waits], true), false);
  });

  it("is kept for later where it takes a request, whatever else goes by the operation's name", () => {
    const list = (request: unknown, reply: unknown): unknown => reply ?? request;
    const other = (item: unknown): unknown => item;
    assert.equal(keepsFunctions("get", ["/items", list], true), true);
    assert.equal(keepsFunctions("get", ["/items", other], true), false);
    assert.equal(keepsFunctions("process", [list], true), false);
  });
});
