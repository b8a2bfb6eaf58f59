/** Larger sources stay code: they take longer than anyone waits. */
const maxLength = 20_000
const maxStatements = 300
/** The browser shows the picture of so many within a tenth of a second, in which the page waits. */
const drawnAtOnce = 150

/** The kind whose statements take twice as long as those of any other. */
const slowKind = /^\s*mindmap\b/m
const slowFactor = 2

/** Returns whether a source is drawn by itself, when the reader asks for it, or never. */
export function sizeOf(source: string): 'small' | 'large' | 'huge' {
  const statements = source.split(/[\n;&]/).filter((statement) => statement.trim() !== '').length
  if (source.length > maxLength || statements > maxStatements) return 'huge'
  const weight = slowKind.test(source) ? statements * slowFactor : statements
  return weight > drawnAtOnce ? 'large' : 'small'
}
