/** Larger sources stay code: a thousand nodes would take the page half a minute. */
const lengthMaximum = 20_000
const statementsMaximum = 200
/** The page stands still while a diagram is drawn: for these about half a second. */
const drawnAtOnce = 40

/** Of these, a statement takes several times as long as one of any other kind. */
const slowKind = /^\s*mindmap\b/m
const slowFactor = 4

/** Whether a source is drawn by itself, when the reader asks for it, or never. */
export function sizeOf(source: string): 'small' | 'large' | 'huge' {
  const statements = source.split(/[\n;&]/).filter((statement) => statement.trim() !== '').length
  if (source.length > lengthMaximum || statements > statementsMaximum) return 'huge'
  const weight = slowKind.test(source) ? statements * slowFactor : statements
  return weight > drawnAtOnce ? 'large' : 'small'
}
