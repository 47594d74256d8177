import { RECORDER_SYMBOL } from "./recorder-symbol.ts";

/** Where the recorder finds its name taken, it does not begin. */
Reflect.defineProperty(globalThis, Symbol.for(RECORDER_SYMBOL), { value: undefined });
