/**
 * How many errors operations have thrown at their calls so far: those that are injected, and those that a fakes file says. Who runs
 * functions of the target tells by it what they throw for that from what they throw at made-up values that are not as they should be.
 */
export const thrownAtCall = { count: 0 };
