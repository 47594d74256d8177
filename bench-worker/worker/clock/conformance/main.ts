import { compareAll } from "./run.ts";

// For a Node of any version: prints the comparisons as JSON.
void compareAll().then((comparisons) => process.stdout.write(JSON.stringify(comparisons)));
