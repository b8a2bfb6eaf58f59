/** Half of something is hidden only near the end; further back it is text. */
const hiddenMaximum = 300
const formulaMaximum = 200

/** Marks of which more may come, and what they mean depends on that. */
const unclearEnd = /(?:[*_~`]+|\$+|\\|!|!?\[\^?|<\/?|&#?[a-zA-Z0-9]{0,31})$/
/** A tag or address in angle brackets without its end. */
const unfinishedTag = /<(?:[a-zA-Z/!?][^<>\n]*)$/

/** A growing text without the marks at its end that say nothing yet. */
export function trimGrowingEnd(text: string): string {
  let end = text.length
  for (;;) {
    const tail = text.slice(Math.max(0, end - 64), end)
    const unclear = unclearEnd.exec(tail)?.[0].length ?? 0
    if (unclear === 0) break
    end -= unclear
  }
  const tail = text.slice(Math.max(0, end - hiddenMaximum), end)
  const tag = unfinishedTag.exec(tail)?.[0].length ?? 0
  return text.slice(0, end - tag)
}

/** Whether a dollar or `\(` that nothing closes is the beginning of a formula to come. */
export function isUnfinishedFormula(text: string, start: number): boolean {
  const rest = text.slice(start, start + formulaMaximum + 1)
  if (rest.length > formulaMaximum || rest.includes('\n')) return false
  if (/^\\[([]/.test(rest)) return true
  if (rest.startsWith('$$')) return true
  // A price, or a variable of a shell, has nothing of TeX.
  return /^\$[^\s\d$](?:$|.*[\\^_{}]|$)/.test(rest) || /^\$\d+\s*[\\^_{}+*/=-]/.test(rest)
}

/** Whether a bracket that nothing closes may still become a link or a picture. */
export function mayBecomeLink(text: string, textStart: number): boolean {
  return text.length - textStart <= hiddenMaximum && !text.slice(textStart).includes('\n')
}

/** Whether what follows the text of a link is the beginning of its address or label. */
export function isUnfinishedTarget(text: string, start: number): boolean {
  const rest = text.slice(start, start + 2 * hiddenMaximum)
  if (start + rest.length < text.length) return false
  return rest === '' || (/^[([]/.test(rest) && !/[)\]\n]/.test(rest))
}
