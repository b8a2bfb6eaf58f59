/** Finds the end of code spans; each run of backticks in a text is looked for once. */
export interface CodeSpanFinder {
  /** Returns where the run of `length` backticks that closes a span stands, or -1. */
  findClose: (start: number, length: number) => number
}

export function createCodeSpanFinder(text: string): CodeSpanFinder {
  /** The last run of each length. */
  let lastRuns: Map<number, number> | undefined

  const findLastRuns = (): Map<number, number> => {
    const runs = new Map<number, number>()
    for (const { 0: run, index } of text.matchAll(/`+/g)) runs.set(run.length, index)
    return runs
  }

  return {
    findClose: (start, length) => {
      lastRuns ??= findLastRuns()
      if ((lastRuns.get(length) ?? -1) < start) return -1
      const runs = /`+/g
      runs.lastIndex = start
      for (let run = runs.exec(text); run; run = runs.exec(text)) {
        if (run[0].length === length) return run.index
      }
      return -1
    },
  }
}

/**
 * Returns the code of a span. Line ends become spaces; one space at both ends belongs to the marks.
 */
export function codeOf(source: string): string {
  const code = source.replaceAll('\n', ' ')
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && /[^ ]/.test(code)
  return isPadded ? code.slice(1, -1) : code
}

/** Returns the code of an unfinished span, without a possible half of its closing mark. */
export function openCodeOf(source: string): string {
  let end = source.length
  while (source[end - 1] === '`') end -= 1
  const code = source.slice(0, end).replaceAll('\n', ' ')
  return code.startsWith(' ') ? code.slice(1) : code
}
