import assert from "node:assert/strict";
import { inlineConstants } from "./inline-constants.mjs";

const FILES: Readonly<Record<string, string>> = {
  "/a/signs.ts": "export const Sign = { Arrow: 1, Dot: 0x2e } as const;\nexport const LIMIT = 7;",
  "/a/atoms.ts":
    'import { Sign } from "./signs.ts";\nexport { Sign };\nexport const Atom = { Arrow: Sign.Arrow, Other: 9 } as const;',
  "/a/names.ts": 'export const Name = { First: "first" } as const;\nexport const Loose = { One: 1 };',
};

function inlined(source: string): string {
  return inlineConstants("/a/b/main.ts", source, (file) => {
    const text = FILES[file];
    assert.ok(text !== undefined, `${file} was read`);
    return text;
  });
}

describe("inlineConstants", () => {
  it("puts the numbers of imported constants in place of their names", () => {
    const head = 'import { Sign as S } from "../signs.ts";\n';
    assert.equal(
      inlined(`${head}switch (a) {\n  case S.Dot: b(S.Arrow);\n}`),
      `${head}switch (a) {\n  case (46 /* S.Dot */): b((1 /* S.Arrow */));\n}`,
    );
  });

  it("follows constants that are made of others, and names that are handed on", () => {
    const head = 'import { Atom, Sign } from "../atoms.ts";\n';
    assert.equal(
      inlined(`${head}f(Atom.Arrow, Atom.Other, Sign.Dot);`),
      `${head}f((1 /* Atom.Arrow */), (9 /* Atom.Other */), (46 /* Sign.Dot */));`,
    );
  });

  it("knows those of the module itself", () => {
    const head = "const Kind = { A: 0, B: 1 } as const;\ntype Kind = (typeof Kind)[keyof typeof Kind];\n";
    assert.equal(inlined(`${head}const b: Kind = Kind.B;`), `${head}const b: Kind = (1 /* Kind.B */);`);
  });

  it("leaves everything else as it is", () => {
    for (const source of [
      'import { Name, Loose } from "../names.ts";\nf(Name.First, Loose.One);',
      'import { Sign } from "../signs.ts";\nf(Sign, Object.values(Sign), Sign.Missing, a.Sign.Dot, Sign[Dot]);',
      'import { Sign } from "../signs.ts";\nfunction f(Sign) { return Sign.Dot; }',
      'import { Sign } from "../signs.ts";\nfor (const Sign of signs) f(Sign.Dot);',
      'import { Sign } from "signs";\nf(Sign.Dot);',
      'import type { Sign } from "../signs.ts";\nlet a: typeof Sign.Dot;',
      "const Kind = { A: 0, ...others } as const;\nf(Kind.A);",
    ])
      assert.equal(inlined(source), source);
  });
});
