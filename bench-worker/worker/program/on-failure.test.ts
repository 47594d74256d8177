import assert from "node:assert/strict";
import { isOnFailure } from "./on-failure.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** Whether the call of `here` in a text is there only for a failure. */
function isThere(text: string): boolean {
  return isOnFailure(sourceTreeOf("/project/a.ts", text)!, text.indexOf("here("));
}

describe("a place that is there only where something fails", () => {
  const FAILURES = [
    "if (!user) { await here(); throw new Error('no'); }",
    "if (user) go(); else { await here(); return next(new HttpError(404)); }",
    "if (!response.ok) { const text = await here(); warn(text); }",
    "if (isLoud && !response.ok) { warn(await here()); }",
    "if (response.status >= 400) await here();",
    "if (res.statusCode !== 200) warn(await here());",
    "if (response.ok) go(); else await here();",
    "const text = response.ok ? '' : await here();",
    "if (!user) { try { await here(); } finally { close(); } throw new Error('no'); }",
  ];
  for (const text of FAILURES) it(`is in ${text}`, () => assert.equal(isThere(text), true));

  const OTHERS = [
    "await here();",
    "if (!user) { await here(); }",
    "if (!user) { throw new Error('no'); } await here();",
    "if (response.ok) { await here(); }",
    "if (response.status < 400) await here();",
    "if (response.status === 200) await here(); else throw new Error('no');",
    "if (!ok) { await here(); }",
    "if (!response.ok) { retry(async () => { await here(); }); }",
    "if (status >= 400) await here();",
    "if (cached.ok && cached.isFresh) go(); else await here();",
    "if (!row.ok) await here();",
    "if (!res.ok || isForced) await here();",
    "if (res.status === 404) await here();",
  ];
  for (const text of OTHERS) it(`is not in ${text}`, () => assert.equal(isThere(text), false));
});
