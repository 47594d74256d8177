/** Events by which emitters tell of their end and of nothing else; others may tell of a beginning or of one result of many as well. */
export const CERTAIN_ENDS: readonly string[] = ["end", "finish", "close", "done"];
