"use strict";

/**
 * Makes a node-style callback of `work`, which is called with the results only: an error, passed or thrown, goes to
 * `failed`. As Node's `domain.intercept` did, or the catcher of the article that the gallery is from.
 *
 * @param {(error: Error) => void} failed
 * @returns {(work: Function) => (error: Error | null, ...results: unknown[]) => void}
 */
module.exports = function catcher(failed) {
  return (work) =>
    (error, ...results) => {
      if (error) return failed(error);
      try {
        work(...results);
      } catch (thrown) {
        failed(thrown);
      }
    };
};
