/** Whoever starts the command by a Node of their choice wants to measure on that one. */
export const thisNode = { path: process.execPath, givenBy: "the Node that runs async-cost" };
