import assert from "node:assert/strict";
import { waterfall } from "../../bench-worker/waterfall.ts";
import { loopDocument, recordedDocument } from "../fixtures/document.ts";
import { rowSentence, tickTexts, tookText } from "./waterfall-text.ts";

const laidOf = ({ results: [result] }: typeof recordedDocument) => waterfall(result!.io!, result!.scenario!)!;

function sentences(document: typeof recordedDocument): string[] {
  const laid = laidOf(document);
  return laid.rows.map((row) => rowSentence(row, (index) => laid.calls.find((one) => one.index === index)));
}

describe("the words of a waterfall", () => {
  it("say of a call when it began, after which one, and how it ended", () => {
    const said = sentences(recordedDocument);
    assert.deepEqual(said.slice(0, 4), [
      "shop.get, line 5: began after 1.00 ms, with none answered before it; answered after 18.0 ms",
      "socket.listen, line 6: began after 2.00 ms, with none answered before it; had not answered at the end",
      "shop.get, line 7: began after 20.0 ms, once shop.get (line 5) had answered; answered after 22.0 ms",
      "this.repositories.prices.withConnection(pool).findAll, prices.js line 14: began after 20.0 ms, once shop.get (line 5) had answered; answered after 8.00 ms",
    ]);
    assert.match(said.at(-1)!, /once shop\.post \(line 16\) had answered; failed after 12\.0 ms$/);
  });

  it("sum up the calls of a call site", () => {
    assert.equal(
      sentences(loopDocument)[2],
      "db.put, line 6: 30 calls, the first began after 7.00 ms, once db.get (line 5) had answered; the last ended after 124 ms; 1 failed",
    );
    assert.deepEqual(laidOf(loopDocument).rows.map(tookText), [
      "3.00 ms",
      "×30 in 118 ms",
      "×30 in 117 ms",
      "3.00 ms",
    ]);
    assert.equal(tookText(laidOf(recordedDocument).rows[1]!), "no answer");
  });

  it("give the axis one unit", () => {
    assert.deepEqual(tickTexts(laidOf(recordedDocument)), ["0", "50 ms", "100 ms"]);
    const tiny = waterfall(
      [{ line: 1, column: 1, expression: "a", startMilliseconds: 0, endMilliseconds: 0.3, outcome: "value" }],
      { milliseconds: 0.35 },
    )!;
    assert.deepEqual(tickTexts(tiny), ["0", "100 µs", "200 µs", "300 µs"]);
    const slow = { ...tiny, ticks: [0, 500, 1000, 1500] };
    assert.deepEqual(tickTexts(slow), ["0", "0.5 s", "1 s", "1.5 s"]);
  });
});
