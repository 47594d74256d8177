/**
 * The console of the extension host reaches whoever runs the suite mixed with the workbench's own. A suite puts this
 * before its lines; it cannot be seen where nobody takes it off.
 */
export const SUITE_MARK = "\u2063";
