/** How many I/O calls, one after another, led to what runs just now: handed on by I/O, timers and immediates. */
export const causality = { depth: 0 };
