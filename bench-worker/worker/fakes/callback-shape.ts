type AnyFunction = (...parameters: unknown[]) => unknown;

const FIRST_PARAMETER =
  /^(?:async\b\s*)?(?:function\b[^(]*\(|\(|(?=[\p{ID_Start}$_]))\s*([\p{ID_Start}$_][\p{ID_Continue}$]*|[{[])/u;
const ERROR = /^_*(?:e|er|ex|exc|exception|\w*err\d*|\w*error\d*|cause|reason|ignored?|_)?$/i;

/** Whether a function's first parameter is named as node-style callbacks name what went wrong. */
export function isErrorFirst(run: AnyFunction): boolean {
  const first = FIRST_PARAMETER.exec(Function.prototype.toString.call(run))?.[1];
  return first !== undefined && ERROR.test(first);
}

/**
 * Whether a function takes what an operation gives as its only parameter, and no error before it: `row => …`,
 * `function ({ data }) { … }`.
 */
export function takesOnlyValue(run: AnyFunction): boolean {
  if (run.length !== 1) return false;
  const first = FIRST_PARAMETER.exec(Function.prototype.toString.call(run))?.[1];
  return first !== undefined && !ERROR.test(first);
}
