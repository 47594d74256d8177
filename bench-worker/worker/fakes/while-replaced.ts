type Method = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Does some work while a built-in method is another one; what replaced that meanwhile is the target's own, and stays. Who hardens its built-ins is called
 * all the same.
 *
 * @param replace Gets what calls the real one.
 */
export async function whileReplaced<T>(
  prototype: object,
  name: string,
  replace: (real: (receiver: unknown, given: unknown[]) => unknown) => Method,
  work: () => Promise<T>,
): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(prototype, name);
  const real: unknown = own?.value;
  if (own?.configurable !== true || typeof real !== "function") return await work();
  const instead = replace((receiver, given) => Reflect.apply(real as Method, receiver, given));
  // A method, as the real one: nobody can construct it.
  const holder = {
    method(this: unknown, ...given: unknown[]): unknown {
      return Reflect.apply(instead, this, given);
    },
  };
  const [replaced] = Object.values(holder);
  Object.defineProperty(replaced, "name", { value: name, configurable: true });
  Object.defineProperty(replaced, "length", { value: real.length, configurable: true });
  Object.defineProperty(prototype, name, { ...own, value: replaced });
  try {
    return await work();
  } finally {
    const now = Object.getOwnPropertyDescriptor(prototype, name);
    if (now?.configurable === true && now.value === replaced) Object.defineProperty(prototype, name, own);
  }
}
