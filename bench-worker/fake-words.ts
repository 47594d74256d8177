import type { FakeUse } from "./target-result.ts";

/** What each kind of fake does when it is called, as users read it: `calls back`. */
export const KIND_WORDS: Readonly<Record<FakeUse["kind"], string>> = {
  sync: "returns at once",
  promise: "gives a promise",
  callback: "calls back",
  thunk: "gives a thunk",
  stream: "gives a stream",
};

const SOURCES: Readonly<Record<FakeUse["from"], string>> = {
  default: "known API",
  inferred: "inferred from use",
  recorded: "recorded",
  file: "your fakes file",
};

/** Why a fake stands for a package that nothing is found of. */
export const NOT_INSTALLED = "the package is not installed";

/** Names of the packages that were made up as nobody has installed them. */
export function packagesNotInstalled(fakes: readonly FakeUse[]): string[] {
  return fakes.filter(({ why }) => why === NOT_INSTALLED).map(({ expression }) => expression);
}

/** Why a fake is of its kind; where a document is too old to say, where the kind comes from. */
export function whyInWords({ why, from }: FakeUse): string {
  return why ?? SOURCES[from];
}

/** `blob.put calls back (given a callback in line 9), 2 times`. */
export function fakeInWords(fake: FakeUse): string {
  const { expression, kind, calls = 1 } = fake;
  const times = calls > 1 ? `, ${calls} times` : "";
  return `${expression} ${KIND_WORDS[kind]} (${whyInWords(fake)})${times}`;
}
