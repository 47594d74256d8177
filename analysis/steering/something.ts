/** The name that steered text calls to have something to loop over. */
export const SOMETHING = "__asyncCostSomething";
/** The name that filled text calls to have something to read a member of. */
export const INSTEAD_OF_NOTHING = "__asyncCostInstead";
/** The name that steered text calls to hear whether one of some values is the error of an I/O call that was made to fail. */
export const IS_FAILURE = "__asyncCostIsFailure";
