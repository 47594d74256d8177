import { Markup, RAW_TEXT, type ScriptElement, type StartTag } from "./markup.ts";

/** Templates that do not end are looked through so often and no more. */
const TEMPLATE_TRIES = 3;

/**
 * The scripts of a Vue component: those that stand at its top, beside its template and its styles
 * (https://vuejs.org/api/sfc-spec.html). What is in a template, a style or a block of another name is none.
 */
export function vueScripts(text: string): ScriptElement[] {
  const markup = new Markup(text, false);
  const scripts: ScriptElement[] = [];
  const sign = /<(?:!--|\/|[A-Za-z])/g;
  let unclosedTemplates = 0;

  const contentEnd = (tag: StartTag): number => {
    if (tag.name === "template" && (tag.attributes.get("lang") ?? "html") === "html") {
      const end = unclosedTemplates < TEMPLATE_TRIES ? templateEnd(markup, tag.end) : undefined;
      if (end === undefined) unclosedTemplates += 1;
      return end ?? markup.scriptLine(tag.end);
    }
    const end = markup.rawTextEnd(tag.end, tag.name);
    return end ?? (tag.name === "script" ? text.length : markup.scriptLine(tag.end));
  };

  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const { index } = found;
    if (found[0] === "<!--") {
      sign.lastIndex = markup.commentEnd(index);
    } else if (found[0] === "</") {
      sign.lastIndex = markup.endTagEnd(index);
    } else {
      const tag = markup.startTag(index);
      const end = tag.isSelfClosing ? tag.end : contentEnd(tag);
      if (tag.name === "script" && !tag.isSelfClosing) {
        scripts.push({ range: { start: tag.end, end }, attributes: tag.attributes });
      }
      sign.lastIndex = end;
    }
  }
  return scripts;
}

/** Where a template ends that may have templates in it; undefined where it does not. */
function templateEnd(markup: Markup, start: number): number | undefined {
  const { text } = markup;
  const sign = /<(?:!--|\/template(?=[\s/>])|[A-Za-z])|\{\{/gi;
  sign.lastIndex = start;
  let depth = 1;
  let expressionsEnd = true;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const { index } = found;
    if (found[0] === "{{") {
      const end = expressionsEnd ? text.indexOf("}}", index + 2) : -1;
      if (end < 0) expressionsEnd = false;
      else sign.lastIndex = end + 2;
    } else if (found[0] === "<!--") {
      sign.lastIndex = markup.commentEnd(index);
    } else if (found[0].startsWith("</")) {
      depth -= 1;
      if (depth === 0) return index;
    } else {
      const tag = markup.startTag(index);
      sign.lastIndex = tag.end;
      if (tag.isSelfClosing) continue;
      if (tag.name === "template") depth += 1;
      else if (RAW_TEXT.has(tag.name)) sign.lastIndex = markup.rawTextEnd(tag.end, tag.name) ?? tag.end;
    }
  }
  return undefined;
}
