import assert from "node:assert/strict";
import { immediates } from "./immediates.ts";

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("the target's immediates", () => {
  afterEach(() => {
    immediates.onEndless = null;
    immediates.forget();
  });

  it("run until they are forgotten, and are not left to go on behind that", async () => {
    let runs = 0;
    const again = (): void => {
      runs++;
      immediates.set(again);
    };
    again();
    await turn();
    await turn();
    assert.equal(runs, 3);
    immediates.forget();
    await turn();
    assert.equal(runs, 3);
  });

  it("that set each other without end are told once, with who sets them, and go on no more", async () => {
    const stacks: (string | undefined)[] = [];
    immediates.onEndless = (stack) => void stacks.push(stack);
    await new Promise<void>((resolve) => {
      const setsItself = (): void => {
        immediates.set(setsItself);
        if (stacks.length > 0) resolve();
      };
      setsItself();
    });
    assert.equal(stacks.length, 1);
    assert.match(stacks[0] ?? "", /setsItself/);
    await turn();
    assert.equal(immediates.pending, 0);
  });

  it("that come one after the other beside other work are not", async () => {
    let isEndless = false;
    immediates.onEndless = () => void (isEndless = true);
    let left = 12_000;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        // As where an I/O call is answered.
        if (left % 4_000 === 0) immediates.enterTurn();
        if (left-- > 0) immediates.set(goOn);
        else resolve();
      };
      goOn();
    });
    assert.equal(isEndless, false);
  });
});
