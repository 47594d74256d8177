/** Which fakes stand for a module as a whole, and of which package. */
export class FakeModules {
  readonly #names = new Set<string>();
  /** The packages that they stand for, by their names; undefined where a package and something else have one name. */
  readonly #packages = new Map<string, string | undefined>();

  /** Whether a name stands for a module. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Has a name stand for a module; whether it did not before. */
  add(name: string, packageName: string | undefined): boolean {
    const before = this.#packages.get(name);
    const isOther = this.#packages.has(name) && before !== packageName;
    // Of two packages, as of two clients of one service, it is the first.
    this.#packages.set(name, !isOther ? packageName : packageName === undefined ? undefined : before);
    const isNew = !this.#names.has(name);
    this.#names.add(name);
    return isNew;
  }

  /** Has what goes by a name be of a package, as its type tells. */
  tellPackage(name: string, packageName: string): void {
    if (!this.#names.has(name)) this.#packages.set(name, packageName);
  }

  /** The package that a fake belongs to, by the module that its name begins with; undefined where that is not known. */
  packageOf(name: string): string | undefined {
    if (this.#packages.size === 0) return undefined;
    return this.#packages.get(/^(?:new )*([\p{ID_Continue}$]+)/u.exec(name)?.[1] ?? "");
  }
}
