type Rule = [sign: string, marks: RegExp, shown: string]

/** The hidden parts of Markdown, each with a sign that its texts always contain. */
const rules: readonly Rule[] = [
  ['```', /^[ \t]*`{3,}.*$/gm, ''],
  ['~~~', /^[ \t]*~{3,}.*$/gm, ''],
  ['>', /^[ \t]*(?:>[ \t]?)+/gm, ''],
  ['', /^[ \t]*(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
  ['-', /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/gm, ''],
  ['](', /!?\[([^\]\n]*)\]\([^()\n]*\)/g, '$1'],
  ['<', /<\/?[a-z][^<>\n]*>/gi, ''],
  ['*', /\*+/g, ''],
  ['~~', /~~/g, ''],
  ['`', /`+/g, ''],
  ['_', /(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ''],
  ['\\', /\\([!-/:-@[-`{-~])/g, '$1'],
]

/** Returns roughly what Markdown shows: enough to know which messages may contain a text. */
export function visibleText(markdown: string): string {
  let text = markdown
  for (const [sign, marks, shown] of rules) {
    if (text.includes(sign)) text = text.replaceAll(marks, shown)
  }
  return text
}
