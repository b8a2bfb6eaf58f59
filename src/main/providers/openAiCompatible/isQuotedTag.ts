const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * Tells whether a closing tag is part of what an answer says, given the text before and after it:
 * within code, in quotation marks, or in the middle of a sentence. A template's own tag stands at
 * the start or the end of a line, or directly between two sentences.
 */
export function isQuotedTag(before: string, after: string): boolean {
  if (isInFence(before)) return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (line.split('`').length % 2 === 0 || /^(?: {4}|\t)\s*$/.test(line)) return true
  const last = line.at(-1) ?? ''
  const next = after.charAt(0)
  if (/["'“”‘’«»„(「『]/.test(last) || /["'“”‘’«»)」』]/.test(next)) return true
  return /\s/.test(last) && next !== '' && next !== '\n' && next !== '\r'
}

/** Tells whether a text ends within a fenced code block. */
function isInFence(text: string): boolean {
  let open = ''
  for (const line of text.split('\n')) {
    const mark = fence.exec(line)?.[1] ?? ''
    if (mark === '') continue
    if (open === '') open = mark
    // Only the same mark, at least as long and alone on its line, ends a block.
    else if (mark.startsWith(open) && line.trim() === mark) open = ''
  }
  return open !== ''
}
