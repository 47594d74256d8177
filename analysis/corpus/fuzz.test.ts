import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { languageOfFile } from "../language.ts";
import { fuzz, type FuzzSource } from "./fuzz.ts";
import { minimise } from "./minimise.ts";
import { damage, DAMAGES, seededRandom } from "./mutations.ts";
import { unsoundAnalysis } from "./soundness.ts";
import { findSourceFiles, sample } from "./source-files.ts";
import { analyze } from "../analyze.ts";
import { scriptsOf } from "../components/scripts.ts";
import { componentOf, unsoundScripts } from "./readers.ts";

describe("fuzzing the analysis", function () {
  this.timeout(60_000);

  it("finds nothing in some texts", () => {
    const paths = [...findSourceFiles("variants"), ...sample(findSourceFiles("node_modules"), 250)];
    const sources = paths.flatMap((path): FuzzSource[] => {
      const text = readFileSync(path, "utf8");
      return text.length > 20_000 ? [] : [{ path, text, language: languageOfFile(path)! }];
    });
    let left = 150;
    const { texts, failures } = fuzz({
      sources,
      random: seededRandom(11),
      goesOn: () => left-- > 0,
      judgesTime: false,
    });
    assert.deepEqual(failures, []);
    assert.equal(texts, 150);
  });

  it("sees what cannot be in an answer", () => {
    const text = "async function a() { await b(); async function c() {} }";
    const { functions, ...rest } = analyze(text, "js");
    const [outer, inner] = functions;
    assert.equal(unsoundAnalysis({ functions, ...rest }, text), undefined);
    for (const broken of [
      [{ ...outer!, ownTokens: outer!.ownTokens - 1 }, inner!],
      [outer!, { ...inner!, range: { start: 30, end: text.length + 1 } }],
      [inner!, outer!],
      [{ ...outer!, criticalPath: { ioCalls: 2, inLoop: false } }, inner!],
      [{ ...outer!, tokens: 1000 }, inner!],
    ])
      assert.notEqual(unsoundAnalysis({ functions: broken, ...rest }, text), undefined);
  });

  it("sees a script that is not where it stands in its component", () => {
    const component = componentOf("a();", "ts");
    const { text, language } = scriptsOf(component, "vue");
    assert.equal(language, "ts");
    assert.equal(text.trim(), "a();");
    assert.equal(unsoundScripts(component, text), undefined);
    assert.notEqual(unsoundScripts(component, text.replace("\n", " ")), undefined);
    assert.notEqual(unsoundScripts(component, text.replace("a", "b")), undefined);
    assert.notEqual(unsoundScripts(component, text.slice(1)), undefined);
  });

  it("makes the same damages for the same seed, and each of them changes the text", () => {
    const text = readFileSync("variants/callbacks.js", "utf8");
    for (const kind of DAMAGES) {
      const [first, second] = [1, 1].map((seed) => damage(text, "other();", kind, seededRandom(seed)));
      assert.equal(first, second);
      assert.notEqual(first, text, kind);
    }
  });

  it("makes a text that shows a failure as short as it can be", () => {
    const text = `${"a();\n".repeat(50)}b(\`;${"c".repeat(40)}`;
    assert.equal(
      minimise(text, (shorter) => shorter.includes("(`")),
      "(`",
    );
  });

  it("leaves such a text as short as it is when the time is over", () => {
    let left = 3;
    const goesOn = (): boolean => left-- > 0;
    const asked: number[] = [];
    const holds = ({ length }: string): boolean => asked.push(length) > 0 && length > 0;
    assert.equal(minimise("a".repeat(64), holds, goesOn).length, 16);
    assert.deepEqual(asked, [32, 0, 16]);
  });
});
