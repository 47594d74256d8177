import { trapsOf } from "../fakes/universal/traps.ts";
import { sayThrown } from "../io/call-site.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** What V8 says where a private member is asked for of what is no instance of the class. */
const LACKS_MEMBERS =
  /^TypeError: (?:Receiver must be (?:an )?(?:anonymous )?(?:instance of )?class |Cannot (?:read|write) private member #\S+ (?:from|to) an object whose class did not declare it)/;

/** Whether an error says that a method of a class was called on what is no instance of it. */
export function lacksPrivateMembers(error: unknown): boolean {
  return LACKS_MEMBERS.test(sayThrown(error));
}

/**
 * Hears which stand-in a method of a class was called on by `call` or `apply`, as decorators do, that failed as it is no instance:
 * in one call, which is not measured.
 */
class ReceiverWatch {
  #isOn = false;
  #name: string | undefined;

  /** Has the next call that is listened to be watched. */
  watchNext(): void {
    this.#isOn = true;
    this.#name = undefined;
  }

  /** The stand-in's name; undefined where none was heard of. Asked for once. */
  take(): string | undefined {
    const name = this.#name;
    this.#name = undefined;
    return name;
  }

  /** Gives what `call` gives. */
  async listen<T>(call: () => Promise<T>): Promise<T> {
    if (!this.#isOn) return await call();
    this.#isOn = false;
    const putBack = [
      this.#watch(Function.prototype, "call", (given) => given.slice(1)),
      this.#watch(Function.prototype, "apply", ([, list]) => [...((list ?? []) as unknown[])]),
    ];
    try {
      return await call();
    } finally {
      for (const one of putBack) one();
    }
  }

  #watch(
    of: object,
    method: "call" | "apply",
    parametersIn: (given: readonly unknown[]) => unknown[],
  ): () => void {
    const real = Object.getOwnPropertyDescriptor(of, method)!;
    const hear = (error: unknown, receiver: unknown): void => {
      if (lacksPrivateMembers(error)) this.#name ??= trapsOf(receiver)?.plan.name;
    };
    const watched = function (this: AnyFunction, ...given: unknown[]): unknown {
      const [receiver] = given;
      if (trapsOf(receiver) === undefined) return Reflect.apply(this, receiver, parametersIn(given));
      try {
        const result = Reflect.apply(this, receiver, parametersIn(given));
        if (result instanceof Promise) result.then(undefined, (error: unknown) => hear(error, receiver));
        return result;
      } catch (error) {
        hear(error, receiver);
        throw error;
      }
    };
    Object.defineProperty(of, method, { ...real, value: watched });
    return () => void Object.defineProperty(of, method, real);
  }
}

export const receiverWatch = new ReceiverWatch();
