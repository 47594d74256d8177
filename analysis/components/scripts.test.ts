import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze } from "../analyze.ts";
import { mutate, seededRandom } from "../corpus/mutations.ts";
import { lineStartsOf } from "../source/lines.ts";
import { scriptsOf, type ComponentKind } from "./scripts.ts";

const VUE = `<script lang="ts">
export const limit: number = 3;
</script>

<script setup lang="ts">
async function load(id: string) { return await db.get(id); }
</script>

<template>
  <template v-if="a > b"><p>{{ "</template>" }}</p></template>
  <script>async function inTemplate() { await no; }</script>
  <input title="</template><script>"><br>
</template>

<style scoped>
a::before { content: "<script>"; }
</style>
`;

const SVELTE = `<script context="module">
  export const prerender = true;
</script>
<script lang='ts'>
  const load = async () => { await fetch("a"); };
</script>

<svelte:head><script>async function inHead() { await no; }</script></svelte:head>
{#if a < b && "<script>" !== \`\${x ? "}" : 1}\`}
  <button on:click={() => { if (a > 1) load(); }} class="x {a ? '"' : "'"}">go</button>
{/if}
<ul><li>one<li>two</ul>
<style>p { color: red }</style>
`;

/** What is left of a text that is mostly blank. */
const scripts = (text: string, kind: ComponentKind): string => scriptsOf(text, kind).text.trim();

const names = (text: string, kind: ComponentKind): string[] => {
  const code = scriptsOf(text, kind);
  return analyze(code.text, code.language).functions.map(({ name }) => name);
};

describe("the scripts of a component", () => {
  it("keep their offsets, and the lines around them", () => {
    for (const [text, kind] of [
      [VUE, "vue"],
      [SVELTE, "svelte"],
      [VUE.replaceAll("\n", "\r\n"), "vue"],
      [SVELTE.replaceAll("\n", "\r"), "svelte"],
    ] as const) {
      const code = scriptsOf(text, kind);
      assert.equal(code.text.length, text.length);
      assert.deepEqual(lineStartsOf(code.text), lineStartsOf(text));
      const { range } = analyze(code.text, code.language).functions[0]!;
      assert.match(text.slice(range.start, range.end), /^async [^]*await[^]*\}$/);
      assert.equal(code.language, "ts");
    }
  });

  it("are those at the top of a Vue file, and no other element", () => {
    assert.deepEqual(names(VUE, "vue"), ["load"]);
    assert.match(scripts(VUE, "vue"), /^export const limit[^]*\}$/);
  });

  it("are those at the top of a Svelte file, and no other element", () => {
    assert.deepEqual(names(SVELTE, "svelte"), ["load"]);
    assert.match(scripts(SVELTE, "svelte"), /^export const prerender[^]*\};$/);
  });

  it("may have their attributes written in any way", () => {
    const language = (tag: string): string => scriptsOf(`${tag}a</script>`, "vue").language;
    assert.equal(language("<script lang=ts>"), "ts");
    assert.equal(language("<script lang='tsx'>"), "tsx");
    assert.equal(language('<SCRIPT\n setup\n LANG = "TS" >'), "ts");
    assert.equal(language("<script generic=\"T extends A<'b'>\" lang=ts>"), "ts");
    assert.equal(language("<script lang=ts lang=js>"), "ts");
    assert.equal(language('<script type="text/typescript">'), "ts");
    assert.equal(language('<script type="module">'), "js");
    assert.equal(language("<script lang=jsx>"), "jsx");
    assert.equal(language("<script setup>"), "js");
    assert.equal(language("<script lang=ts></script><script lang=jsx>"), "tsx");
  });

  it("end where HTML ends them, in a string as well", () => {
    for (const kind of ["vue", "svelte"] as const) {
      assert.equal(scripts('<script>a("</script>b")', kind), 'a("');
      assert.equal(scripts('<script>a("<\\/script>b")</script >c', kind), 'a("<\\/script>b")');
      assert.equal(scripts("<script>a </scripts> b</SCRIPT\n>c", kind), "a </scripts> b");
      assert.equal(scripts("<script>a < b; /* <!-- */ c</script>", kind), "a < b; /* <!-- */ c");
    }
  });

  it("are none in comments, templates of other languages and blocks of other names", () => {
    assert.equal(scripts("<!-- <script>a</script> --><script>b</script>", "vue"), "b");
    assert.equal(scripts("<!-- <script>a</script> --><script>b</script>", "svelte"), "b");
    assert.equal(scripts('<template lang="pug">\nscript a\n</template><script>b</script>', "vue"), "b");
    assert.equal(scripts("<docs><script>a</script></docs><script>b</script>", "vue"), "b");
    assert.equal(scripts("<i18n>{}</i18n><script/><script>b</script>", "vue"), "b");
    assert.equal(scripts("<template/><script>b</script>", "vue"), "b");
  });

  it("are left out when they are no program or lie in another file", () => {
    const data = '<script type="application/ld+json">{ "a": 1 }</script>';
    assert.deepEqual(scriptsOf(data, "svelte").problems, []);
    assert.equal(scripts(data, "svelte"), "");
    assert.equal(scripts('<script src="./a.ts">b</script>', "vue"), "");
    const coffee = scriptsOf('\n<script lang="coffee">a -> b</script>', "vue");
    assert.deepEqual(coffee.problems, [{ line: 2, column: 23, reason: "A script in `coffee` is not read." }]);
  });

  it("are found below markup that is half-typed", () => {
    for (const open of ["<div", '<div class="a', "<p>{a", "<div><p>", "<p on:click={() => {", "{'", "<"]) {
      assert.equal(scripts(`${open}\n<script>b</script>`, "svelte"), "b", open);
      assert.equal(scripts(`<template>${open}\n<script>b</script>`, "vue"), "b", open);
    }
    assert.equal(scripts("<style>a\n<script>b</script>", "vue"), "b");
    assert.equal(scripts("<script>b(", "vue"), "b(");
  });

  it("are looked for in any text without a throw, and each is in the text", () => {
    const random = seededRandom(5);
    let texts = [VUE, SVELTE, readFileSync("webview/main.css", "utf8")];
    for (let edit = 0; edit < 1500; edit++) {
      const damaged = mutate(texts[edit % texts.length]!, random);
      for (const kind of ["vue", "svelte"] as const) {
        const code = scriptsOf(damaged, kind);
        assert.equal(code.text.length, damaged.length);
        for (let at = 0; at < damaged.length; at++) {
          if (code.text[at] !== " ") assert.equal(code.text[at], damaged[at]);
        }
      }
      if (edit % 50 === 0) texts = [damaged, ...texts.slice(0, 2)];
    }
  });

  it("are found behind an element whose name is as long as a program", () => {
    const text = `<${"temple".repeat(20_000)}>\n<script>\na();\n</script>\n`;
    for (const kind of ["vue", "svelte"] as const) assert.equal(scriptsOf(text, kind).text.trim(), "a();");
  });

  it("are found behind many elements of other names that do not end", () => {
    const others = Array.from({ length: 20_000 }, (_, index) => `<a${index}>\n`).join("");
    const { text } = scriptsOf(`${others}<script>\na();\n</script>\n`, "vue");
    assert.equal(text.trim(), "a();");
  });

  it("take a number of steps that grows with the text alone, in the worst markup", function () {
    this.timeout(60_000);
    for (const piece of [
      "{",
      "<a ",
      "{{",
      "<style>",
      "<template>",
      '<a b="',
      "<!--",
      "</",
      "{'",
      "<a {",
      "`${",
    ]) {
      for (const tail of ["", "\n<script></script>"]) {
        const text = (piece + tail).repeat(10_000);
        for (const kind of ["vue", "svelte"] as const) {
          assert.equal(scriptsOf(text, kind).text.length, text.length);
        }
      }
    }
  });
});
