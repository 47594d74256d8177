import type { FileAnalysis, Language } from "../../analysis/model.ts";
import { FUNCTIONS_A_PART, type FromThread, type ToThread } from "./thread-messages.ts";

/**
 * The thread's side: takes each message and posts what answers it.
 *
 * @param post Sends a message back.
 */
export function serveAnalyses(
  analyze: (text: string, language: Language) => FileAnalysis,
  post: (message: FromThread) => void,
): (message: ToThread) => void {
  let present: { id: number; analysis: FileAnalysis; sent: number } | undefined;
  let pieces: { readonly id: number; readonly texts: string[] } | undefined;
  return (message) => {
    if (message.type !== "next" && pieces?.id !== message.id) pieces = { id: message.id, texts: [] };
    if (message.type === "text") {
      pieces?.texts.push(message.text);
      return;
    }
    if (message.type === "analyze") {
      const text = [...(pieces?.texts ?? []), message.text].join("");
      pieces = undefined;
      present = { id: message.id, analysis: analyze(text, message.language), sent: 0 };
    }
    if (present?.id !== message.id) return;
    const { id, analysis, sent } = present;
    const functions = analysis.functions.slice(sent, sent + FUNCTIONS_A_PART);
    present.sent += functions.length;
    const isLast = present.sent === analysis.functions.length;
    if (isLast) present = undefined;
    post({ id, isLast, tokens: analysis.tokens, functions, problems: isLast ? analysis.problems : [] });
  };
}
