const linkLabel = /^ {0,3}\[((?:\\.|[^\]\\])+)\]:/
const footnoteLabel = /^ {0,3}\[(\^[^\]\s]+)\]:/gm

/** The definitions of links and footnotes elsewhere in the text that this block refers to. */
export function definitionsFor(raw: string, definitions: readonly string[]): string {
  if (definitions.length === 0 || !raw.includes('[')) return ''
  const lowered = raw.toLowerCase()
  const needed = definitions.flatMap((definition) => definitionsIn(definition))
  return needed
    .filter(({ label }) => lowered.includes(`[${label}]`) && !lowered.includes(`[${label}]:`))
    .map(({ source }) => source)
    .join('\n\n')
}

interface Definition {
  label: string
  source: string
}

/** A footnote's own text is shown where it stands: elsewhere only its name has to be known. */
function definitionsIn(source: string): Definition[] {
  const footnotes = Array.from(source.matchAll(footnoteLabel), (match) => match[1] ?? '')
  if (footnotes.length > 0) {
    return footnotes.map((label) => ({ label: label.toLowerCase(), source: `[${label}]:` }))
  }
  const label = linkLabel.exec(source)?.[1]
  return label ? [{ label: label.toLowerCase(), source: source.trim() }] : []
}
