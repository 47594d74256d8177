import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { benchCache, installPackage } from "./install-package.ts";

/** A file of a published package, at a version that stays. */
interface PublishedFile {
  readonly label: string;
  readonly package: string;
  readonly file: string;
}

const FILES: readonly PublishedFile[] = [
  { label: "jquery", package: "jquery@3.7.1", file: "dist/jquery.js" },
  { label: "lodash", package: "lodash@4.17.21", file: "lodash.js" },
  { label: "react-dom (development)", package: "react-dom@18.3.1", file: "cjs/react-dom.development.js" },
  { label: "three", package: "three@0.170.0", file: "build/three.cjs" },
  { label: "typescript", package: "typescript@5.9.3", file: "lib/typescript.js" },
];

/** A large file to measure on. */
export interface LargeFile {
  readonly label: string;
  readonly path: string;
  readonly text: string;
}

/** The large files of the speed table, out of the registry at pinned versions, kept in the user's cache folder. */
export async function largeFiles(): Promise<LargeFile[]> {
  return Promise.all(
    FILES.map(async ({ label, package: spec, file }) => {
      const folder = path.join(benchCache(), spec);
      const wanted = path.join(folder, "node_modules", spec.slice(0, spec.lastIndexOf("@")), file);
      if (!(await exists(wanted))) await installPackage(spec, folder);
      return {
        label: `${label} ${spec.slice(spec.lastIndexOf("@") + 1)}`,
        path: wanted,
        text: await readFile(wanted, "utf8"),
      };
    }),
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
