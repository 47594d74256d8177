import { EventEmitter } from "node:events";

type AnyFunction = (...parameters: unknown[]) => unknown;

/**
 * Node's `domain`, without what it does to the process: what runs in a domain runs, and errors go where they went
 * without it. The real one takes over how the process hears of errors that nobody handles, as long as it lives.
 */
class Domain extends EventEmitter {
  readonly members: unknown[] = [];

  add(member: unknown): void {
    this.members.push(member);
  }

  remove(member: unknown): void {
    const at = this.members.indexOf(member);
    if (at >= 0) this.members.splice(at, 1);
  }

  enter(): void {
    // There is nothing that could tell.
  }

  exit(): void {
    // The same.
  }

  run(work: AnyFunction, ...parameters: unknown[]): unknown {
    return work.apply(this, parameters);
  }

  bind(callback: AnyFunction): AnyFunction {
    return (...parameters) => callback.apply(this, parameters);
  }

  /** A callback that gets what comes behind the error; an error goes to the domain's listeners. */
  intercept(callback: AnyFunction): AnyFunction {
    return (error, ...parameters) => {
      if (error !== null && error !== undefined) return this.emit("error", error);
      return callback.apply(this, parameters);
    };
  }
}

/** The module `domain`. */
export function fakeDomain(): object {
  const create = (): Domain => new Domain();
  return { Domain, create, createDomain: create, active: null };
}
