import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import { format } from "oxfmt";

const FILE = new URL("../../docs/benchmarks.md", import.meta.url);

const PREFACE = `# Benchmarks

Each section is written by \`npm run bench -- NAME\`: ratios between peers measured in the same run, on the machine
that the section names. Run it again to get yours.
`;

/** The machine in one line: processor, cores, system, engine, date. */
function machineLine(): string {
  const cpu = os.cpus()[0]?.model.trim() ?? "unknown processor";
  const today = new Date().toISOString().slice(0, 10);
  return `${cpu}, ${os.cpus().length} cores, ${os.type()} ${os.release()}, Node ${process.versions.node}, ${today}`;
}

/** Puts the section between its two marks, after the others when it is new. */
export function replaceSection(document: string, name: string, section: string): string {
  const open = `<!-- ${name} -->`;
  const close = `<!-- /${name} -->`;
  const whole = `${open}\n\n${section.trim()}\n\n${close}`;
  const start = document.indexOf(open);
  const end = document.indexOf(close);
  if (start < 0 || end < start) return `${document.trimEnd()}\n\n${whole}\n`;
  return document.slice(0, start) + whole + document.slice(end + close.length);
}

/** Keeps an experiment's result in docs/benchmarks.md, in the place of its last one. */
export async function keepSection(name: string, title: string, markdown: string): Promise<void> {
  const before = await readFile(FILE, "utf8").catch(() => PREFACE);
  const section = `## ${title}\n\n\`npm run bench -- ${name}\` · ${machineLine()}\n\n${markdown}`;
  const { code } = await format("benchmarks.md", replaceSection(before, name, section), { printWidth: 110 });
  await writeFile(FILE, code);
}
