import assert from "node:assert/strict";
import { SourceTree } from "./source-tree.ts";
import { variablesRead } from "./variables-read.ts";

const read = (text: string, file = "a.ts") => {
  const reads = variablesRead(new SourceTree(text, file));
  const names = (isOptional: boolean) =>
    reads.filter((one) => one.isOptional === isOptional).map(({ name }) => name);
  return { needed: names(false), optional: names(true) };
};

describe("The variables that a text reads", () => {
  it("are needed where it takes their values as they come", () => {
    assert.deepEqual(
      read(`import { env } from "node:process";
connect(process.env.URL, env["KEY"]);
const name = process.env.NAME;
connect(name);
export const { HOST, USER: user } = process.env;
const port: number = +process.env.PORT!;
if (!process.env.TOKEN) throw new Error("TOKEN");`).needed,
      ["URL", "KEY", "NAME", "HOST", "USER", "PORT", "TOKEN"],
    );
  });

  it("are optional where it has a default, or asks for them to go one way or the other", () => {
    const text = `const port = process.env.PORT || 3000;
const { HOST = "localhost", ...others } = process.env;
const isTest = process.env.NODE_ENV === "test";
if (process.env.DEBUG) log(process.env.LEVEL ?? "all", process.env.COLOR ? 1 : 0);
const level = process.env.LOG_LEVEL;
if (level) log(level);
const hides = Boolean(process.env.HIDE) || !!process.env.QUIET;
if (level && process.env.MODE) log(process.env.LABEL?.trim());`;
    const { needed, optional } = read(text, "a.js");
    assert.deepEqual(needed, []);
    assert.deepEqual(optional, [
      ...[
        "PORT",
        "HOST",
        "NODE_ENV",
        "DEBUG",
        "LEVEL",
        "COLOR",
        "LOG_LEVEL",
        "HIDE",
        "QUIET",
        "MODE",
        "LABEL",
      ],
    ]);
  });

  it("are needed where a variable that has one is only given on, be it to itself", () => {
    assert.deepEqual(read("var a = process.env.A; var b = a; var a = b; use(a);", "a.js").needed, ["A"]);
  });

  it("are told of each place, and none of another object's", () => {
    const places = variablesRead(
      new SourceTree("use(process.env.KEY);\nconst key = process.env.KEY || 1;", "a.js"),
    );
    assert.deepEqual(places, [
      { name: "KEY", isOptional: false, line: 1 },
      { name: "KEY", isOptional: true, line: 2 },
    ]);
    assert.deepEqual(
      read("use(settings.KEY); const { KEY } = settings; const [a] = process.env; use(process.env[KEY]);")
        .needed,
      [null],
    );
  });
});
