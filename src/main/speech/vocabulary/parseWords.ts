import type { z } from 'zod'
import { vocabularyEntrySchema } from '../../../shared/speech/speech.ts'

const importedWordSchema = vocabularyEntrySchema.pick({ word: true, replacement: true })
export type ImportedWord = z.infer<typeof importedWordSchema>

/** The separator between the heard and the written form. */
const arrow = /\s*(?:=>|->|→|\t)\s*/

/**
 * Parses one entry per line: a word, or `heard => written`. Also accepts two columns separated by
 * tabs or, with optional quotes, by commas. Ignores lines that begin with #.
 */
export function parseWords(text: string): { words: ImportedWord[]; unusable: number } {
  const words: ImportedWord[] = []
  let unusable = 0
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const word = parseLine(trimmed)
    if (word) words.push(word)
    else unusable += 1
  }
  return { words, unusable }
}

function parseLine(line: string): ImportedWord | undefined {
  const [heard = '', written] = arrow.test(line) ? split(line, arrow) : columnsOf(line)
  const word = heard.normalize('NFC').trim()
  const replacement = written?.normalize('NFC').trim() ?? ''
  const isSame = replacement === '' || replacement === word
  return importedWordSchema.safeParse({ word, replacement: isSame ? null : replacement }).data
}

function split(line: string, at: RegExp): [string, string] {
  const match = at.exec(line)
  const index = match?.index ?? line.length
  return [line.slice(0, index), line.slice(index + (match?.[0].length ?? 0))]
}

/** Returns the first two fields of a CSV line. */
function columnsOf(line: string): string[] {
  const fields = line.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*))/g)
  return [...fields]
    .slice(0, 2)
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}
