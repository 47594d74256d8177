#!/usr/bin/env node
// Stands in for VS Code's executable where there is none: same flags, same exit code. See run.ts.
import { register } from "tsx/esm/api";
register();
await import("./run.ts");
