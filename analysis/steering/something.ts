/** The name that filled text calls to have something to read a member of. */
export const INSTEAD_OF_NOTHING = "__asyncCostInstead";
