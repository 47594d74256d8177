import { ablation } from "./bench/ablation.ts";
import { analysisSpeed } from "./bench/analysis-speed.ts";
import { clockAgreement } from "./bench/clocks.ts";
import { corpus } from "./bench/corpus.ts";
import { editorExperience } from "./bench/editor.ts";
import { golden } from "./bench/golden.ts";
import { harnessOverhead } from "./bench/harness.ts";
import { honesty } from "./bench/honesty.ts";
import { memoryRepeats } from "./bench/memory.ts";
import { standInOverhead } from "./bench/overhead.ts";
import { recorderCost } from "./bench/recorder.ts";
import { recordings } from "./bench/recordings.ts";
import { soon } from "./bench/soon.ts";
import { suites } from "./bench/suites.ts";
import { truth } from "./bench/truth.ts";
import { keepSection } from "./bench/report.ts";

/** One experiment that a user can run: prints its result and returns it as Markdown for docs/benchmarks.md. */
interface Experiment {
  readonly title: string;
  readonly about: string;
  run(parameters: readonly string[]): Promise<string>;
  /** It tells what is otherwise than before, and is no section of docs/benchmarks.md. */
  readonly isCheck?: boolean;
}

const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  analysis: {
    title: "Speed of the analysis",
    about: "tokens and functions of large files, against esprima.tokenize on the same text",
    run: analysisSpeed,
  },
  clocks: {
    title: "The two clocks",
    about: "time over n of the gallery, on the virtual clock and on real timers",
    run: clockAgreement,
  },
  corpus: {
    title: "Any function of any package",
    about:
      "functions of published packages, benchmarked without configuration; --sample 300 --seed 1; --calls only calls them",
    run: corpus,
  },
  golden: {
    title: "What became of the corpus's functions",
    about:
      "functions of the corpus against the golden record; --sample 60 --seed 1, --package NAME, --accept",
    run: golden,
    isCheck: true,
  },
  editor: {
    title: "In the editor",
    about: "activation, and how long a large file holds up the extension host; --starts 5",
    run: editorExperience,
  },
  harness: {
    title: "What the harness adds",
    about: "time per call against a loop written by hand over the same fakes",
    run: harnessOverhead,
  },
  memory: {
    title: "How memory figures repeat",
    about: "bytes in flight, allocated and at the peak, of the gallery in 20 fresh processes",
    run: memoryRepeats,
  },
  overhead: {
    title: "What stand-ins add",
    about:
      "functions as a benchmark calls them, against harnesses of plain objects written by hand; 3, --only NAME",
    run: standInOverhead,
  },
  recordings: {
    title: "Real calls of public repositories",
    about:
      "their suites without and with the recorder, and what was recorded, played; --only NAME, --folder CLONES, --each",
    run: recordings,
  },
  recorder: {
    title: "What recording costs",
    about: "suites of public repositories without and with the recorder, in turn; --only NAME, --runs 5",
    run: recorderCost,
  },
  soon: {
    title: "How soon there is something to see",
    about:
      "functions of published packages, as the editor benchmarks them: when the first number comes; --each 2",
    run: soon,
  },
  suites: {
    title: "The suites this field began with",
    about:
      "files of two public benchmarks, recorded by their own runners and played; --only TEXT, --no-times",
    run: suites,
  },
  truth: {
    title: "How often inference is right",
    about:
      "functions of public repositories on inferred values, judged by their recorded calls; --only NAME, --folder CLONES, --each",
    run: truth,
  },
  ablation: {
    title: "What each rule of inference earns",
    about:
      "functions of public repositories without one rule after the other, judged by their recorded calls; --only NAME, --rule NAME",
    run: ablation,
    isCheck: true,
  },
  honesty: {
    title: "What a verdict is worth",
    about: "functions against copies of themselves, equal and slower; --minutes 10",
    run: honesty,
  },
};

const [name = "analysis", ...parameters] = process.argv.slice(2);
const experiment = EXPERIMENTS[name];
if (experiment === undefined) {
  const known = Object.entries(EXPERIMENTS).map(
    ([key, { about }]) => `  npm run bench -- ${key.padEnd(12)} ${about}`,
  );
  process.stderr.write(`There is no experiment "${name}". There are:\n${known.join("\n")}\n`);
  process.exitCode = 2;
} else {
  const markdown = await experiment.run(parameters);
  process.stdout.write(`\n${markdown}\n`);
  // A part of an experiment is for whoever asked for it.
  if (experiment.isCheck !== true && !parameters.includes("--only"))
    await keepSection(name, experiment.title, markdown);
}
