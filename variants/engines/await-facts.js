"use strict";

/**
 * Prints, as one line of JSON, what an engine's own `await` does: in which order its continuation runs beside `then`
 * callbacks on the same promise, how many microticks pass until it runs, and how many promises it takes. Runs in any
 * engine that knows `async`; an older one ends with a syntax error.
 */

/** Microticks until a promise that `make` gives from a fulfilled one has run its callback; a plain `then` takes one. */
function microticks(make) {
  return new Promise((resolve) => {
    let ticks = 0;
    let isDone = false;
    const count = () => {
      if (isDone || ++ticks === 20) return;
      Promise.resolve().then(count);
    };
    // Each tick of the counter is put behind what is already queued.
    make(Promise.resolve(), () => {
      isDone = true;
      resolve(ticks + 1);
    });
    Promise.resolve().then(count);
  });
}

function order() {
  return new Promise((resolve) => {
    const log = [];
    const note = (what) => {
      log.push(what);
      if (log.length === 3) resolve(log);
    };
    const p = Promise.resolve();
    (async () => {
      await p;
      note("after:await");
    })();
    p.then(() => note("tick:a")).then(() => note("tick:b"));
  });
}

/** Promises that the engine makes for one more `await` of a promise that is there; null where nothing counts them. */
async function promisesPerAwait() {
  const knowsHooks = Number(process.versions.node.split(".")[0]) >= 8;
  if (!knowsHooks) return null;
  const hooks = require("async_hooks");
  let made = 0;
  const hook = hooks.createHook({
    init: (id, type) => {
      if (type === "PROMISE") made++;
    },
  });
  const p = Promise.resolve();
  const few = async () => {
    await p;
    await p;
  };
  const many = async () => {
    await p;
    await p;
    await p;
    await p;
    await p;
    await p;
  };
  const promisesOf = async (run) => {
    made = 0;
    hook.enable();
    await run();
    hook.disable();
    return made;
  };
  await promisesOf(few);
  const two = await promisesOf(few);
  const six = await promisesOf(many);
  const each = (six - two) / 4;
  return made === 0 ? null : each;
}

/** Whether the stack of an error that is thrown after an `await` names the function that awaits the one that throws. */
function namesAwaiter() {
  const bar = async () => {
    await undefined;
    throw new Error("looked at");
  };
  const foo = async () => {
    await bar();
    return 42;
  };
  // Node 7 knows no comma behind the last argument, which a longer call would be given.
  return foo().catch((error) => /at async foo/.test(error.stack));
}

(async () => {
  const facts = {
    order: await order(),
    microticksPerAwait: await microticks((p, done) => {
      (async () => {
        await p;
        done();
      })();
    }),
    microticksPerReturnedPromise: await microticks((p, done) => {
      (async () => p)().then(done);
    }),
    promisesPerAwait: await promisesPerAwait(),
    namesAwaiter: await namesAwaiter(),
  };
  console.log(JSON.stringify(facts));
})();
