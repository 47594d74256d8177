/** A list that an object has as a field, where it is empty; null for anything else. No getter is called. */
export function emptyListOf(holder: object, key: string): unknown[] | null {
  const value: unknown = Reflect.getOwnPropertyDescriptor(holder, key)?.value;
  return Array.isArray(value) && value.length === 0 && !Object.isFrozen(value) ? (value as unknown[]) : null;
}
