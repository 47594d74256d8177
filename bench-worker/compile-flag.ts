/** What a worker is given behind a file where it is to write there what the engine has compiled of it, and to run nobody's code. */
export const COMPILE = "compile";
