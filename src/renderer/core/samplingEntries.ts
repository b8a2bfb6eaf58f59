/** Reads a number with a point or a comma. Null for an empty entry, undefined for an invalid one. */
export function readNumber(
  entry: string,
  fits: (value: number) => boolean,
): number | null | undefined {
  const text = entry.trim().replace(',', '.')
  if (text === '') return null
  const value = Number(text)
  return Number.isFinite(value) && fits(value) ? value : undefined
}

/** Reads stop words, one per line. `\n` and `\t` stand for a line break and a tab. */
export function readStopWords(entry: string): string[] {
  return entry
    .split('\n')
    .filter((line) => line !== '')
    .map(readEscapes)
}

/** Returns the entry that `readStopWords` reads as these words. */
export function writeStopWords(words: readonly string[]): string {
  return words.map(writeEscapes).join('\n')
}

function readEscapes(word: string): string {
  const meant: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' }
  return word.replaceAll(/\\([nt\\])/g, (_whole, letter: string) => meant[letter] ?? letter)
}

function writeEscapes(word: string): string {
  const written: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\\': '\\\\' }
  return word.replaceAll(/[\n\t\\]/g, (letter) => written[letter] ?? letter)
}
