import { connectToHost } from "./channel.ts";
import { evaluateAgain, mayImport } from "./evaluate-again.ts";
import { serve } from "./serve.ts";

const file = process.argv[1] ?? "";
if (mayImport(file)) evaluateAgain(file);
else connectToHost(serve);
