/** Does jobs in the order in which they come, so many at a time. */
class Queue {
  #waiting = [];
  #running = 0;

  constructor(atATime) {
    this.atATime = atATime;
  }

  /** Resolves with what the job comes to, once it had its turn. */
  async add(job) {
    if (this.#running >= this.atATime) await new Promise((resolve) => this.#waiting.push(resolve));
    this.#running++;
    try {
      return await job();
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }
}

module.exports = { Queue };
