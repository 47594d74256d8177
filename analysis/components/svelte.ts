import { Markup, RAW_TEXT, type ScriptElement } from "./markup.ts";

/** Elements of HTML without content (https://html.spec.whatwg.org/#void-elements). */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Deeper than any page; what is deeper is not kept track of. */
const DEPTH_AT_MOST = 1000;

/**
 * The scripts of a Svelte component: those that lie in no other element
 * (https://svelte.dev/docs/svelte/svelte-files). Where a line begins with one it counts in any case, as an element
 * around it may just lack its end tag while it is typed.
 */
export function svelteScripts(text: string): ScriptElement[] {
  const markup = new Markup(text, true);
  const scripts: ScriptElement[] = [];
  const around: string[] = [];
  const sign = /<(?:!--|\/|[A-Za-z])|\{/g;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const { index } = found;
    if (found[0] === "{") {
      sign.lastIndex = markup.expressionEnd(index);
    } else if (found[0] === "<!--") {
      sign.lastIndex = markup.commentEnd(index);
    } else if (found[0] === "</") {
      const end = markup.endTagEnd(index);
      const name = /^[^\s/>]*/.exec(text.slice(index + 2, end))?.[0].toLowerCase() ?? "";
      const opened = around.lastIndexOf(name);
      if (opened >= 0) around.length = opened;
      sign.lastIndex = end;
    } else {
      const tag = markup.startTag(index);
      sign.lastIndex = tag.end;
      if (tag.isSelfClosing || VOID.has(tag.name)) continue;
      if (!RAW_TEXT.has(tag.name)) {
        if (around.length < DEPTH_AT_MOST) around.push(tag.name);
        continue;
      }
      const isScript = tag.name === "script";
      const end = markup.rawTextEnd(tag.end, tag.name) ?? (isScript ? text.length : tag.end);
      const beginsLine = index === 0 || text[index - 1] === "\n";
      if (isScript && (around.length === 0 || beginsLine)) {
        scripts.push({ range: { start: tag.end, end }, attributes: tag.attributes });
      }
      sign.lastIndex = end;
    }
  }
  return scripts;
}
