/**
 * Escapes a text, so that Markdown shows it unchanged. Only characters that would be read as marks
 * get a backslash. `atLineStart` says that nothing precedes the text in its line.
 */
export function escapeMarkdown(text: string, atLineStart: boolean): string {
  const formulas = text.indexOf('$') !== text.lastIndexOf('$')
  const escaped = text
    .replaceAll(/\\(?=[!-/:-@[-`{-~\n]|$)/g, '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll(/\[(?=[^[\]]*\][([:]|\d+\]|\^|[ xX]?\])/g, '\\[')
    .replaceAll(/(?<!\s)\*|\*(?!\s)/g, '\\*')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/(?<!\s)~|~(?!\s)/g, '\\~')
    .replaceAll(/<(?=[a-z/!?])/gi, '\\<')
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll(/\n{2,}/g, (ends) => '&#10;'.repeat(ends.length))
  const inLine = formulas ? escaped.replaceAll('$', '\\$') : escaped
  return inLine
    .split('\n')
    .map((line, index) => (index > 0 || atLineStart ? escapeLineStart(line) : line))
    .join('\n')
}

function escapeLineStart(line: string): string {
  return line
    .replace(/^[ \t]+/, '')
    .replace(/^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|-+\s*$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** Removes the blanks at both ends, which Markdown would not show. Other white space stays. */
export function trimBlanks(text: string): string {
  return text.replace(/^[ \t\n]+/, '').replace(/[ \t\n]+$/, '')
}

/** Returns a fence of backticks that no line of the code can close. */
export function fenceFor(code: string, minimum: number): string {
  const runs = code.match(/`+/g) ?? []
  const longest = Math.max(minimum - 1, ...runs.map(({ length }) => length))
  return '`'.repeat(longest + 1)
}

export function codeSpan(code: string): string {
  const fence = fenceFor(code, 1)
  const touches = code.startsWith('`') || code.endsWith('`')
  const loses = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  const padding = touches || loses ? ' ' : ''
  return fence + padding + code + padding + fence
}

export function linkTarget(address: string, title: string): string {
  const plain = /^[^\s<>()]+$/.test(address)
  const target = plain ? address : `<${address.replaceAll(/[<>\\]/g, '\\$&')}>`
  return title ? `${target} "${title.replaceAll(/["\\]/g, '\\$&')}"` : target
}
