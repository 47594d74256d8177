import type { FileAnalysis, Language } from "../../analysis/model.ts";
import type { Question } from "./questions.ts";
import { FUNCTIONS_A_PART, type FromThread, type ToThread } from "./thread-messages.ts";

/** What the thread can do with a text. */
export interface Reader {
  analyze(text: string, language: Language): FileAnalysis;
  answerTo(text: string, language: Language, question: Question): unknown;
}

/**
 * The thread's side: takes each message and posts what answers it.
 *
 * @param post Sends a message back.
 */
export function serveAnalyses(
  reader: Reader,
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
    if (message.type !== "next") {
      const { id, language } = message;
      const text = [...(pieces?.texts ?? []), message.text].join("");
      pieces = undefined;
      present = undefined;
      if (message.type === "ask") {
        post({ id, answer: reader.answerTo(text, language, message.question) });
        return;
      }
      present = { id, analysis: reader.analyze(text, language), sent: 0 };
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
