/** What watched code calls wherever it goes round. */
export const TICK = "__asyncCostTick";
