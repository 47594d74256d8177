/** The recorder's bundle, as far as its loader knows it. */
export { load } from "./load-hook.ts";
