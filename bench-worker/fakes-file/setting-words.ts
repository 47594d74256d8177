import type { Setting } from "../contract/setting.ts";
import { KIND_WORDS } from "../fake-words.ts";
import { KINDS_TO_CHOOSE } from "./kinds.ts";

/** What a function's entry says now: `db.get gives a promise`, `process.env.TENANT is "acme"`. */
export function settingInWords(setting: Setting, text: string): string {
  switch (setting[0]) {
    case "environment":
      return `process.env.${setting[1]} is ${text}`;
    case "arguments":
      return `argument ${setting[1]} is ${text}`;
    case "fakes": {
      const [, expression, what] = setting;
      const kind = KINDS_TO_CHOOSE.find((one) => JSON.stringify(one) === text);
      if (what === "kind" && kind !== undefined) return `${expression} ${KIND_WORDS[kind]}`;
      return `${expression} ${what === "returns" ? "answers" : "is"} ${text}`;
    }
  }
}
