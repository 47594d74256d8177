"use strict";

/**
 * Runs a generator function that yields promises to its end. The promise that it returns settles as the generator
 * ends. Task.js (2011) had a `spawn` like this; it is in no registry, so this one is ours.
 *
 * @param {() => Generator<PromiseLike<unknown>>} generatorFunction
 * @returns {Promise<unknown>}
 */
module.exports = function spawn(generatorFunction) {
  return new Promise((resolve, reject) => {
    const running = generatorFunction();
    step(() => running.next());

    function step(resume) {
      let yielded;
      try {
        yielded = resume();
      } catch (error) {
        return reject(error);
      }
      if (yielded.done) return resolve(yielded.value);
      yielded.value.then(
        (value) => step(() => running.next(value)),
        (error) => step(() => running.throw(error))
      );
    }
  });
};
