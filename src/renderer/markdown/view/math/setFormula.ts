type Katex = (typeof import('katex'))['default']

export interface Formula {
  tex: string
  display: boolean
}

/** The HTML that KaTeX makes of a formula, or why there is none. */
export type SetFormula = { html: string } | { problem: string } | 'tooLarge'

/** Longer formulas stay source: KaTeX takes about 80 ms for 1,000 characters. */
const maxLength = 5000
/** A formula of more elements takes longer than a tenth of a second to be laid out. */
const maxElements = 4000
/** Deeper ones stay source, too: a thousand elements in each other end the page's process. */
const maxDepth = 150
const definition = /\\(?:[egx]?def|(?:future)?let|(?:re)?newcommand|providecommand)(?![a-zA-Z])/

/** Sets a formula within these bounds. How long it may take is for the caller to say. */
export function setFormula({ tex, display }: Formula, katex: Katex): SetFormula {
  if (tex.length > maxLength) return 'tooLarge'
  try {
    const html = katex.renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: maxExpansions(tex),
      maxSize: 20,
    })
    return isTooLarge(html) ? 'tooLarge' : { html }
  } catch (error) {
    return isExhausted(error)
      ? 'tooLarge'
      : { problem: error instanceof Error ? error.message : '' }
  }
}

/** Returns whether a formula defines commands of its own. */
export function hasDefinition(tex: string): boolean {
  return definition.test(tex)
}

/**
 * Returns whether it failed for the time or memory it took (macros, the stack), and not for what it
 * says.
 */
function isExhausted(error: unknown): boolean {
  return error instanceof RangeError || /Too many expansions/.test(String(error))
}

/**
 * Returns the number of macro uses allowed. A formula's own macro can be as long as the formula
 * itself.
 */
function maxExpansions(tex: string): number {
  return hasDefinition(tex) ? Math.floor(maxLength / tex.length) : 500
}

/** Returns whether the HTML has too many or too deep elements, before any is created. */
function isTooLarge(html: string): boolean {
  let elements = 0
  let depth = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (html[at + 1] === '/') {
      depth -= 1
      continue
    }
    elements += 1
    depth += 1
    if (elements > maxElements || depth > maxDepth) return true
    const end = html.indexOf('>', at)
    if (html[end - 1] === '/') depth -= 1
  }
  return false
}
