import type { Rule } from "eslint";

/** An ESLint rule: no file imports itself by way of others, be it only for a type. */
export const noCircle: Rule.RuleModule;
