import type { Environment } from "./environment.ts";

/** Notes what ran. */
export type Log = (event: string) => void;

/** A program whose events come in one order on real timers. Calls `done` when nothing of it is left. */
export type Program = (environment: Environment, log: Log, done: () => void) => void;

/** So far apart that a busy machine does not swap what real timers keep apart, in milliseconds. */
const STEP = 6;

/** Everything that a callback can set off, logged under its name. */
function setOff(name: string, environment: Environment, log: Log): void {
  log(name);
  process.nextTick(() => {
    log(`${name} tick`);
    queueMicrotask(() => log(`${name} microtask of tick`));
  });
  queueMicrotask(() => {
    log(`${name} microtask`);
    queueMicrotask(() => log(`${name} nested microtask`));
    process.nextTick(() => log(`${name} tick of microtask`));
  });
  environment.setImmediate(() => {
    log(`${name} immediate`);
    process.nextTick(() => log(`${name} tick of immediate`));
    queueMicrotask(() => log(`${name} microtask of immediate`));
  });
  void Promise.resolve().then(async () => {
    await Promise.resolve();
    log(`${name} awaited`);
  });
}

/** Runs each in turn, from within a timer, so that all begin at the same place of the event loop. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  "one completion": (environment, log, done) => {
    environment.io(STEP, () => {
      setOff("io", environment, log);
      environment.io(STEP, done);
    });
  },

  "several completions of one due time, and all that they set off": (environment, log, done) => {
    for (const name of ["a", "b", "c"]) environment.io(STEP, () => setOff(name, environment, log));
    environment.io(3 * STEP, done);
  },

  "callbacks that start further I/O": (environment, log, done) => {
    const chain = (name: string, left: number): void => {
      environment.io(STEP, () => {
        setOff(`${name}${left}`, environment, log);
        if (left > 0) chain(name, left - 1);
      });
    };
    chain("a", 2);
    chain("b", 2);
    environment.io(6 * STEP, done);
  },

  "I/O that overtakes": (environment, log, done) => {
    environment.io(2 * STEP, () => log("slow"));
    environment.io(STEP, () => {
      log("quick");
      environment.io(3 * STEP, () => log("slow after quick"));
    });
    environment.io(5 * STEP, done);
  },

  "awaits in a chain": (environment, log, done) => {
    const work = async (name: string): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        await environment.ioPromise(STEP);
        log(`${name}${i}`);
        await Promise.resolve();
        log(`${name}${i} awaited`);
      }
    };
    void Promise.all([work("a"), work("b")]).then(() => done());
  },

  "an async function within another, and returned promises": (environment, log, done) => {
    const inner = async (name: string): Promise<string> => {
      await environment.ioPromise(STEP);
      log(`${name} inner`);
      return name;
    };
    const handedOn = async (name: string) => inner(name);
    const awaited = async (name: string) => await inner(name);
    void Promise.all([
      handedOn("handed on").then(log),
      awaited("awaited").then(log),
      inner("plain").then(log),
    ]).then(() => done());
  },

  "promises and callbacks that are due together": (environment, log, done) => {
    void environment.ioPromise(STEP).then(() => setOff("promise", environment, log));
    environment.io(STEP, () => setOff("callback", environment, log));
    void environment.ioPromise(STEP).then(() => log("second promise"));
    environment.io(3 * STEP, done);
  },

  "nested immediates before the next completion": (environment, log, done) => {
    environment.io(STEP, () => {
      environment.io(STEP, done);
      const nest = (depth: number): void => {
        environment.setImmediate(() => {
          log(`immediate ${depth}`);
          if (depth < 6) nest(depth + 1);
        });
      };
      nest(0);
    });
  },

  "immediates of immediates, and ticks between": (environment, log, done) => {
    environment.io(STEP, () => {
      for (const name of ["a", "b"]) {
        environment.setImmediate(() => {
          setOff(name, environment, log);
          environment.setImmediate(() => log(`${name} second`));
        });
      }
      environment.io(STEP, () => environment.setImmediate(done));
    });
  },

  "an immediate that is taken back": (environment, log, done) => {
    environment.io(STEP, () => {
      const second: { immediate?: unknown } = {};
      environment.setImmediate(() => {
        log("first");
        environment.clearImmediate(second.immediate);
      });
      second.immediate = environment.setImmediate(() => log("second"));
      environment.setImmediate(() => log("third"));
      environment.io(STEP, done);
    });
  },

  "timers and I/O that are due together": (environment, log, done) => {
    environment.setTimeout(() => setOff("timer", environment, log), STEP);
    environment.io(STEP, () => setOff("io", environment, log));
    environment.setTimeout(() => log("second timer"), STEP);
    environment.setTimeout(done, 3 * STEP);
  },

  "timers of many times, set in any order": (environment, log, done) => {
    for (const times of [3, 1, 5, 2, 4, 2, 1]) {
      environment.setTimeout(() => log(`after ${times}`), times * STEP);
    }
    environment.setTimeout(done, 7 * STEP);
  },

  "no time at all, which is a millisecond": (environment, log, done) => {
    environment.setTimeout(() => {
      environment.setTimeout(() => log("zero"), 0);
      environment.setTimeout(() => log("one"), 1);
      environment.setTimeout(() => log("negative"), -5);
      environment.setTimeout(() => log("unsaid"));
      process.nextTick(() => log("tick"));
      queueMicrotask(() => log("microtask"));
      environment.setTimeout(done, STEP);
    }, STEP);
  },

  "timers that are taken back by another of their time": (environment, log, done) => {
    const timers: Timer[] = [];
    timers.push(
      environment.setTimeout(() => {
        log("first");
        environment.clearTimeout(timers[1]!);
        process.nextTick(() => environment.clearTimeout(timers[2]!));
        queueMicrotask(() => environment.clearTimeout(timers[3]!));
        environment.setImmediate(() => environment.clearTimeout(timers[4]!));
      }, STEP),
    );
    for (const name of ["second", "third", "fourth", "fifth", "sixth"]) {
      timers.push(environment.setTimeout(() => log(name), STEP));
    }
    environment.setTimeout(done, 3 * STEP);
  },

  "a timer that takes itself back, and one that is set again": (environment, log, done) => {
    const own = environment.setTimeout(() => {
      log("own");
      environment.clearTimeout(own);
      environment.setTimeout(() => log("again"), STEP);
    }, STEP);
    environment.setTimeout(done, 4 * STEP);
  },

  "a timer that is refreshed": (environment, log, done) => {
    let fired = 0;
    const timer = environment.setTimeout(() => {
      log(`refreshed timer ${++fired}`);
      if (fired < 3) timer.refresh();
    }, 2 * STEP);
    environment.setTimeout(() => {
      log("refreshes");
      timer.refresh();
    }, STEP);
    environment.setTimeout(() => log("at two"), 2 * STEP);
    environment.setTimeout(done, 9 * STEP);
  },

  "a timer that is let go of and held again": (environment, log, done) => {
    environment.setTimeout(() => log("unref"), STEP).unref();
    environment
      .setTimeout(() => log("ref"), STEP)
      .unref()
      .ref();
    environment.setTimeout(done, 3 * STEP);
  },

  "an interval and timers of its time": (environment, log, done) => {
    let count = 0;
    const interval = environment.setInterval(() => {
      log(`interval ${++count}`);
      environment.setTimeout(() => log(`timer of interval ${count}`), STEP);
      if (count === 3) environment.clearInterval(interval);
    }, STEP);
    environment.setTimeout(done, 8 * STEP);
  },

  "an interval that is taken back from outside": (environment, log, done) => {
    const interval = environment.setInterval(() => log("interval"), 2 * STEP);
    environment.setTimeout(() => {
      log("takes back");
      environment.clearInterval(interval);
    }, 5 * STEP);
    environment.setTimeout(done, 9 * STEP);
  },

  "a callback that takes longer than others have to wait": (environment, log, done) => {
    environment.io(STEP, () => {
      environment.io(1, () => setOff("short", environment, log));
      environment.io(2, () => log("longer"));
      environment.setImmediate(() => log("immediate"));
      busy(STEP);
      environment.io(1, () => log("short, set late"));
    });
    environment.io(4 * STEP, done);
  },

  "sleeps of timers/promises": (environment, log, done) => {
    const work = async (name: string): Promise<void> => {
      for (let i = 0; i < 2; i++) {
        await environment.sleep(STEP);
        log(`${name} slept ${i}`);
        await environment.nextImmediate();
        log(`${name} after an immediate ${i}`);
      }
    };
    void Promise.all([work("a"), work("b")]).then(() => done());
  },

  "an interval of timers/promises whose consumer is slow": (environment, log, done) => {
    void (async () => {
      let count = 0;
      for await (const value of environment.ticks(2 * STEP)) {
        log(`tick ${++count} ${value}`);
        if (count === 1) await environment.sleep(5 * STEP);
        log(`done with ${count}`);
        if (count === 4) break;
      }
      done();
    })();
  },

  "many lists that expire together": (environment, log, done) => {
    environment.io(STEP, () => {
      // The callback takes so long that they are due when it is over: the heap of the lists decides.
      for (const milliseconds of [4, 2, 5, 1, 3, 2, 4]) {
        for (const copy of ["a", "b"]) environment.io(milliseconds, () => log(`${milliseconds}${copy}`));
      }
      busy(2 * STEP);
    });
    environment.io(6 * STEP, done);
  },
};

type Timer = ReturnType<Environment["setTimeout"]>;

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
