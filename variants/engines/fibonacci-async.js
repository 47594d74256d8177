"use strict";

/** Its number has 177 calls of `fibonacci`, which await 176 times. */
const N = 10;

/** The most naive way, with every step asynchronous and no I/O: what async functions and `await` themselves cost. */
async function fibonacci(n) {
  if (n < 2) return n;
  return (await fibonacci(n - 1)) + (await fibonacci(n - 2));
}

/** @returns {Promise<number>} */
async function fibonacciOf10() {
  return await fibonacci(N);
}

module.exports = fibonacciOf10;
