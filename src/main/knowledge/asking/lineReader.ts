/** Tells, line by line, which lines of a Markdown text are code. */
export interface LineReader {
  isAtStart: () => boolean
  /** Tells whether the rest of the line is code. */
  isCode: () => boolean
  /**
   * Reads the beginning of the line at `start`. Returns the end of its indentation and markers;
   * undefined if more of the text is needed.
   */
  begin: (text: string, start: number, ending: boolean) => number | undefined
  /** Ends the line. */
  end: () => void
  /** Begins a new text. */
  reset: () => void
}

interface Fence {
  character: string
  length: number
}

/** Indentation, quotes and markers of items before a line's text. */
const prefix = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*/
/** A beginning that may still become a marker of an item or a fence. */
const undecided =
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:[-*+]|\d{1,9}[.)]?)?(?:`{0,2}|~{0,2})$/
const fenceStart = /^(?:(`{3,})[^`]*|(~{3,}).*)$/
const fenceEnd = /^(`*|~*)[ \t]*$/
/** A line whose kind is not clear by then is text. */
const maxBeginningLength = 200

export function createLineReader(): LineReader {
  let atStart = true
  let isCode = false
  let fence: Fence | undefined
  let wasBlank = true
  let isInList = false
  let wasIndentedCode = false

  /** Reads a line that is whole, or of which enough is there. Returns where its text begins. */
  function take(line: string): number {
    const lead = prefix.exec(line)?.[0] ?? ''
    const rest = line.slice(lead.length)
    if (fence) {
      isCode = true
      if (closes(rest, fence)) fence = undefined
      return 0
    }
    if (line.trim() === '') {
      wasBlank = true
      return lead.length
    }
    const opened = fenceStart.exec(rest)
    const run = opened?.[1] ?? opened?.[2]
    if (run !== undefined) {
      fence = { character: run.charAt(0), length: run.length }
      isCode = true
    } else {
      const isIndented = /^(?: {4}| {0,3}\t)/.test(line)
      isCode = isIndented && !isInList && (wasBlank || wasIndentedCode)
      if (/[-*+\d]/.test(lead) && !isCode) isInList = true
      else if (wasBlank && lead === '') isInList = false
    }
    wasIndentedCode = isCode
    wasBlank = false
    return isCode ? 0 : lead.length
  }

  return {
    isAtStart: () => atStart,
    isCode: () => isCode,
    begin(text, start, ending) {
      const newline = text.indexOf('\n', start)
      const line = text.slice(start, newline < 0 ? text.length : newline)
      if (newline < 0 && !ending && needsMore(line, fence)) return undefined
      atStart = false
      return start + take(line)
    },
    end() {
      atStart = true
      isCode = false
    },
    reset() {
      atStart = true
      isCode = false
      fence = undefined
      wasBlank = true
      isInList = false
      wasIndentedCode = false
    },
  }
}

/** Tells whether more of a line must arrive before anything can be said of it. */
function needsMore(line: string, fence: Fence | undefined): boolean {
  if (line.length > maxBeginningLength) return false
  const rest = line.slice(prefix.exec(line)?.[0].length ?? 0)
  if (fence) return fenceEnd.test(rest)
  return undecided.test(line) || fenceStart.test(rest)
}

function closes(rest: string, { character, length }: Fence): boolean {
  const run = fenceEnd.exec(rest)?.[1]
  return run?.[0] === character && run.length >= length
}
