import fs from "node:fs";
import path from "node:path";
import enhancedResolve from "enhanced-resolve";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { isThere } from "../load/is-there.ts";
import { isPath, packageOfFile, packageOfSpecifier } from "../load/package-name.ts";
import { reading } from "../load/reading.ts";
import type { Resolve } from "../load/resolve.ts";
import {
  classIn,
  declarationIn,
  enumMemberIn,
  exportsIn,
  importsIn,
  type TakenFrom,
} from "./declarations.ts";
import type { Declared, Scope, TypeOrigin } from "./type.ts";

/** Longer files are not read for their types: nobody wrote them. */
const CHARACTERS_AT_MOST = 400_000;
/** Files that hand a name on, one to the next. */
const FILES_AT_MOST = 8;

/** The types of a file that is not the target's are read once, whatever attempt asks for them. */
const read = new Map<string, FileTypes | null>();

/**
 * What the names of types stand for in a target's file: what it declares itself or imports, from the project's files or
 * from the declarations of a package.
 *
 * @param resolve Finds what the project's files import.
 * @param milliseconds of computing that looking for one may take.
 */
export function typesOf(file: string, text: string, resolve: Resolve, milliseconds?: number): Scope {
  return new FileTypes(file, text, resolve, milliseconds);
}

/** The types of one file. */
class FileTypes implements Scope {
  readonly #file: string;
  readonly #text: string;
  readonly #resolve: Resolve;
  readonly #milliseconds: number | undefined;
  readonly #found = new Map<string, Declared | undefined>();
  #imports: ReadonlyMap<string, TakenFrom> | undefined;

  constructor(file: string, text: string, resolve: Resolve, milliseconds?: number) {
    this.#milliseconds = milliseconds;
    this.#file = file;
    this.#text = text;
    this.#resolve = resolve;
  }

  find(name: string): Declared | undefined {
    if (!this.#found.has(name)) {
      this.#found.set(name, undefined);
      const what = `the types of ${path.basename(this.#file)}`;
      this.#found.set(
        name,
        reading(() => this.#find(name), this.#milliseconds, what),
      );
    }
    return this.#found.get(name);
  }

  #find(name: string): Declared | undefined {
    const [, specifier, imported] = /^import\s*\(\s*["']([^"'\n]+)["']\s*\)\.(.+)$/.exec(name) ?? [];
    if (specifier !== undefined) return this.#from({ specifier, name: imported! }, 0);
    const dot = name.indexOf(".");
    if (dot < 0) return this.#own(name) ?? this.#imported(name, 0);
    const [holder, member] = [name.slice(0, dot), name.slice(dot + 1)];
    const taken = this.#taken(holder);
    if (taken?.name === "*") return this.#from({ ...taken, name: member }, 0);
    const file = taken === undefined ? this : this.#fileOf(taken.specifier);
    const value = file === null ? undefined : enumMemberIn(file.#text, taken?.name ?? holder, member);
    return value === undefined ? undefined : { text: value, scope: this, parameters: [] };
  }

  origin(name: string): TypeOrigin | undefined {
    return this.#origin(name, name, 0);
  }

  /** @param exported By which name the file exports it. */
  #origin(own: string, exported: string, depth: number): TypeOrigin | undefined {
    const kind = classIn(this.#text, own);
    if (kind !== undefined) return { file: this.#file, exported, isAbstract: kind === "abstract" };
    const [holder, ...members] = own.split(".");
    const taken = this.#taken(holder!);
    if (taken === undefined) return undefined;
    const name = [taken.name, ...members].join(".").replace(/^\*\./, "");
    return this.#originFrom({ ...taken, name }, depth);
  }

  #originFrom({ specifier, name }: TakenFrom, depth: number): TypeOrigin | undefined {
    if (name === "*" || depth > FILES_AT_MOST) return undefined;
    const found = this.#resolve(specifier, path.dirname(this.#file));
    if (found.kind === "builtin") return undefined;
    const ofFile = found.kind === "file" ? packageOfFile(found.file) : null;
    if (ofFile !== null) return { packageName: ofFile, type: name };
    if (found.kind === "missing" && !isPath(specifier))
      return { packageName: packageOfSpecifier(specifier), type: name };
    const file = this.#fileOf(specifier);
    if (file === null) return undefined;
    const { own, from } = exportsIn(file.#text, name);
    return (
      file.#origin(own, name, depth + 1) ??
      from.map((taken) => file.#originFrom(taken, depth + 1)).find((one) => one !== undefined)
    );
  }

  /** What the file exports by a name. */
  #exported(name: string, depth: number): Declared | undefined {
    const { own, from } = exportsIn(this.#text, name);
    const declared = this.#own(own) ?? this.#imported(own, depth);
    if (declared !== undefined || depth > FILES_AT_MOST) return declared;
    for (const taken of from) {
      const found = this.#from(taken, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #own(name: string): Declared | undefined {
    const declared = declarationIn(this.#text, name);
    return declared === undefined ? undefined : { ...declared, scope: this };
  }

  #imported(name: string, depth: number): Declared | undefined {
    const taken = this.#taken(name);
    return taken === undefined || depth > FILES_AT_MOST ? undefined : this.#from(taken, depth + 1);
  }

  #taken(name: string): TakenFrom | undefined {
    return (this.#imports ??= importsIn(this.#text)).get(name);
  }

  #from({ specifier, name }: TakenFrom, depth: number): Declared | undefined {
    const file = this.#fileOf(specifier);
    return file === null ? undefined : file.#exported(name, depth);
  }

  #fileOf(specifier: string): FileTypes | null {
    const file = fileWithTypes(specifier, path.dirname(this.#file), this.#resolve);
    if (file === null) return null;
    let types = read.get(file);
    if (types === undefined) {
      const text = textOf(file);
      read.set(file, (types = text === null ? null : new FileTypes(file, text, this.#resolve)));
    }
    return types;
  }
}

function textOf(file: string): string | null {
  try {
    const text = fs.readFileSync(file, "utf8");
    return text.length > CHARACTERS_AT_MOST ? null : (codeOfFile(file, text)?.text ?? text);
  } catch {
    return null;
  }
}

const resolver = enhancedResolve.ResolverFactory.createResolver({
  fileSystem: fs,
  useSyncFileSystemCalls: true,
  extensions: [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts"],
  extensionAlias: {
    ".js": [".ts", ".tsx", ".d.ts", ".js"],
    ".mjs": [".mts", ".d.mts", ".mjs"],
    ".cjs": [".cts", ".d.cts", ".cjs"],
  },
  conditionNames: ["types", "import", "node", "require", "default"],
  mainFields: ["types", "typings", "main"],
});

/** The file in which the types of what `specifier` names are: the source itself, or declarations that lie beside it. */
function fileWithTypes(specifier: string, folder: string, resolve: Resolve): string | null {
  const direct = fileOf(specifier, folder);
  if (direct !== null && isTyped(direct)) return direct;
  const found = resolve(specifier, folder);
  if (found.kind === "file") {
    if (isTyped(found.file)) return found.file;
    const beside = found.file.replace(/\.([cm]?)jsx?$/, ".d.$1ts");
    if (beside !== found.file && isThere(beside)) return beside;
  }
  const name = packageOfSpecifier(specifier);
  const typed = name.startsWith("@") ? name.slice(1).replace("/", "__") : name;
  const apart = specifier.startsWith(".")
    ? null
    : fileOf(`@types/${typed}${specifier.slice(name.length)}`, folder);
  return apart ?? direct ?? (found.kind === "file" ? found.file : null);
}

function isTyped(file: string): boolean {
  return /\.(?:[cm]?tsx?|vue|svelte)$/.test(file);
}

function fileOf(specifier: string, folder: string): string | null {
  try {
    const file = resolver.resolveSync({}, folder, specifier);
    return file === false ? null : path.normalize(file.replaceAll("\0#", "#"));
  } catch {
    return null;
  }
}
