import assert from "node:assert/strict";
import { textInPieces, type Lines } from "./text-in-pieces.ts";

/** A document of so many lines, each with its number, and what happens to it each time that it gives way. */
function documentOf(
  lineCount: number,
  meanwhile: (document: { version: number; isClosed: boolean }) => void,
) {
  const state = { version: 1, isClosed: false };
  const taken: number[] = [];
  const document: Lines = {
    get version() {
      return state.version;
    },
    get isClosed() {
      return state.isClosed;
    },
    lineCount,
    textOf: (first, end) => {
      taken.push(Math.min(end, lineCount) - first);
      let text = "";
      for (let line = first; line < Math.min(end, lineCount); line++) text += `${line} of ${state.version}\n`;
      return text;
    },
  };
  const read = () =>
    textInPieces(document, () => {
      meanwhile(state);
      return Promise.resolve();
    });
  return { read, taken };
}

const whole = (lines: number, version: number): string =>
  Array.from({ length: lines }, (_, line) => `${line} of ${version}\n`).join("");

describe("the text of a large document", () => {
  it("is put together of pieces, none of which is long to take", async () => {
    const { read, taken } = documentOf(50_001, () => undefined);
    assert.deepEqual(await read(), { version: 1, text: whole(50_001, 1) });
    assert.deepEqual(taken, [20_000, 20_000, 10_001]);
  });

  it("is that of one version, also when it changes meanwhile", async () => {
    let changes = 0;
    const { read } = documentOf(50_000, (state) => {
      if (changes++ === 0) state.version++;
    });
    assert.deepEqual(await read(), { version: 2, text: whole(50_000, 2) });
  });

  it("is taken in one go where it changes all the time", async () => {
    const { read, taken } = documentOf(50_000, (state) => state.version++);
    const { version, text } = (await read())!;
    assert.equal(text, whole(50_000, version));
    assert.equal(taken.at(-1), 50_000);
  });

  it("is not to be had of a document that is closed meanwhile", async () => {
    const { read } = documentOf(50_000, (state) => {
      state.isClosed = true;
    });
    assert.equal(await read(), undefined);
  });
});
