/** A range of a text. `start` is inclusive, `end` exclusive. */
export interface TextRange {
  start: number
  end: number
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Words before a full stop that ends no sentence, in the languages that abbreviate so. */
const abbreviation =
  /(?:^|[\s("„«])(?:\p{Lu}|[a-zà-ÿ]|(?:mr|mrs|ms|dr|prof|sr|sra|st|vs|no|nr|fig|abb|vol|bd|pp|ca|cf|vgl|bzw|usw|etc|inc|ltd|jr|dept|approx|art|abs|ed|eds|al|p\.\s?ex|z\.\s?b|d\.\s?h|e\.g|i\.e|u\.a|т\.\s?е|т\.\s?д|т\.\s?п|им|ул|гг))\.\s*$/iu

/**
 * Cuts a range of a text into its sentences, in any language. The sentences cover the whole range;
 * the space after a sentence belongs to it. A single line break ends no sentence: lines of a
 * paragraph are often broken by width.
 */
export function sentences(text: string, start: number, end: number): TextRange[] {
  const flat = text.slice(start, end).replaceAll(/\n(?![^\S\n]*\n)/g, ' ')
  const found: TextRange[] = []
  let open: number | undefined
  for (const { segment, index } of segmenter.segment(flat)) {
    open ??= index
    const after = index + segment.length
    if (after < flat.length && abbreviation.test(flat.slice(Math.max(open, after - 12), after)))
      continue
    found.push({ start: start + open, end: start + after })
    open = undefined
  }
  if (open !== undefined) found.push({ start: start + open, end })
  return found
}
