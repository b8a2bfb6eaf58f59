import { z } from 'zod'
import type { Passage } from '../readDocument.ts'

/** Returns what is embedded of a passage: its headings, its context and its text. */
export function embeddedText(passage: Pick<Passage, 'headings' | 'context'>, text: string): string {
  return [passage.headings.join(' › '), passage.context, text]
    .filter((part) => part !== '')
    .join('\n')
}

const headingsSchema = z.array(z.string())

/** Parses the headings of a passage, as a row has them. */
export function passageHeadings(stored: unknown): string[] {
  return headingsSchema.parse(JSON.parse(String(stored)))
}
