import { z } from 'zod'
import type { Citation } from '../../../shared/chat/parts.ts'
import { createSourceNumbers } from '../answer/sourceNumbers.ts'
import { integer, text } from '../answer/answerFields.ts'

/** The fields read from any kind of citation. A malformed field counts as missing. */
const locationSchema = z.object({
  cited_text: text,
  title: text,
  url: text,
  source: text,
  document_title: text,
  document_index: integer,
  start_page_number: integer,
  /** Exclusive: the page after the last one. */
  end_page_number: integer,
})
type Location = z.infer<typeof locationSchema>

/**
 * Returns a function that numbers an answer's citations from 1. A repeated passage keeps its
 * number.
 */
export function createCitations(): (location: unknown) => Citation | undefined {
  const numberOf = createSourceNumbers()
  return (json) => {
    const location = locationSchema.safeParse(json).data
    if (!location) return undefined
    const source = sourceOf(location)
    const passage = location.cited_text ?? ''
    const number = numberOf(JSON.stringify([source, passage]))
    return { number, title: titleOf(location), passage, source }
  }
}

function titleOf({ title, url, source, document_title, document_index }: Location): string {
  return title || document_title || url || source || `#${String((document_index ?? 0) + 1)}`
}

function sourceOf(location: Location): string {
  const given = location.url || location.source
  if (given) return given
  const { start_page_number: start, end_page_number: end } = location
  const title = titleOf(location)
  if (typeof start !== 'number') return title
  const last = Math.max(start, (end ?? start) - 1)
  const pages = last > start ? `pages ${String(start)}–${String(last)}` : `page ${String(start)}`
  return `${title}, ${pages}`
}
