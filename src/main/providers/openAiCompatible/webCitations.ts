import type { ReplyEvent } from '../reply.ts'
import type { Chunk, Delta } from './chunk.ts'

interface Source {
  url: string
  title: string
  passage: string
}

/** Returns a function that numbers an answer's web sources from 1. It reports each source once. */
export function createWebCitations(): (chunk: Chunk, delta: Delta | null) => ReplyEvent[] {
  const seen = new Set<string>()
  return (chunk, delta) =>
    sourcesOf(chunk, delta).flatMap(({ url, title, passage }) => {
      if (url === '' || seen.has(url)) return []
      seen.add(url)
      const citation = { number: seen.size, title: title || url, passage, source: url }
      return [{ type: 'citation', citation }]
    })
}

/**
 * Returns the sources. Perplexity's text refers to a list of addresses; another list holds the
 * titles.
 */
function sourcesOf({ citations, search_results: results }: Chunk, delta: Delta | null): Source[] {
  const found = (results ?? []).flatMap((result) => result ?? [])
  const addresses = (citations ?? []).flatMap((url) => url ?? [])
  const listed = addresses.length > 0 ? addresses : found.map(({ url }) => url ?? '')
  const byUrl = new Map(found.toReversed().map((result) => [result.url ?? '', result]))
  const ofList = listed.map((url) => {
    const result = byUrl.get(url)
    return { url, title: result?.title ?? '', passage: result?.snippet ?? '' }
  })
  const annotated = (delta?.annotations ?? []).flatMap((annotation) => {
    const cited = annotation?.url_citation ?? annotation
    if (!cited) return []
    return [{ url: cited.url ?? '', title: cited.title ?? '', passage: cited.content ?? '' }]
  })
  return [...ofList, ...annotated]
}
