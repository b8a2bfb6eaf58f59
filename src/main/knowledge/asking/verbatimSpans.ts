/** Longer spans are looked at as text, so that little is held back. */
const maxLength = 400
const blankLine = /\n[ \t]*\n/

/**
 * Returns the end of the code, escape or formula (other than one in single dollars) that begins at
 * `start`; undefined if none begins there, 'more' if that depends on what follows.
 */
export function scanVerbatim(
  text: string,
  start: number,
  ending: boolean,
): number | 'more' | undefined {
  switch (text[start]) {
    case '\\':
      return scanEscape(text, start, ending)
    case '`':
      return scanCode(text, start, ending)
    case '$':
      return scanDollars(text, start, ending)
    default:
      return undefined
  }
}

function scanEscape(text: string, start: number, ending: boolean): number | 'more' {
  const next = text[start + 1]
  if (next === undefined) return ending ? start + 1 : 'more'
  if (next !== '(' && next !== '[') return next === '\n' ? start + 1 : start + 2
  const close = next === '(' ? '\\)' : '\\]'
  return closing(text, start + 2, ending, (from) => indexAfter(text, close, from)) ?? start + 2
}

function scanCode(text: string, start: number, ending: boolean): number | 'more' {
  const end = endOfRun(text, start)
  if (end === text.length && !ending) return 'more'
  const length = end - start
  const found = closing(text, end, ending, (from) => {
    for (let at = text.indexOf('`', from); at >= 0;) {
      const after = endOfRun(text, at)
      // A run at the end may grow.
      if (after - at === length && (after < text.length || ending)) return after
      at = text.indexOf('`', after)
    }
    return undefined
  })
  return found ?? end
}

function scanDollars(text: string, start: number, ending: boolean): number | 'more' | undefined {
  const next = text[start + 1]
  if (next === undefined) return ending ? start + 1 : 'more'
  if (next !== '$') return undefined
  return closing(text, start + 2, ending, (from) => indexAfter(text, '$$', from)) ?? start + 2
}

/** Looks for the end of a span in its paragraph. */
function closing(
  text: string,
  from: number,
  ending: boolean,
  find: (from: number) => number | undefined,
): number | 'more' | undefined {
  const blank = blankLine.exec(text.slice(from, from + maxLength))
  const limit = blank ? from + blank.index : from + maxLength
  const end = find(from)
  if (end !== undefined && end <= limit) return end
  return blank || ending || text.length >= limit ? undefined : 'more'
}

function indexAfter(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from)
  return at < 0 ? undefined : at + mark.length
}

function endOfRun(text: string, start: number): number {
  let end = start
  while (text[end] === '`') end += 1
  return end
}
