/** Which packages were imported by which, and which of them by the project itself: of all that was loaded so far. */
export class Importers {
  readonly #of = new Map<string, Set<string | null>>();

  /** @param from The package that imports; null for the project. */
  note(name: string, from: string | null): void {
    const known = this.#of.get(name);
    if (known === undefined) this.#of.set(name, new Set([from]));
    else known.add(from);
  }

  /** Whether any package was imported. */
  get hasAny(): boolean {
    return this.#of.size > 0;
  }

  /** The packages that the project imports and through which it comes to `name`: that itself where the project imports it. */
  ofProject(name: string): readonly string[] {
    const found = new Set<string>();
    const seen = new Set([name]);
    for (const one of seen) {
      const importers = this.#of.get(one) ?? [];
      const isOfProject = [...importers].includes(null);
      if (isOfProject) found.add(one);
      else for (const importer of importers) if (importer !== null) seen.add(importer);
    }
    return found.size === 0 ? [name] : [...found];
  }
}
