/** The name that steered text calls to have something to loop over. */
export const SOMETHING = "__asyncCostSomething";
