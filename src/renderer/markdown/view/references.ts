import type { BlockParser } from '../syntax/blocks/blockParser.ts'
import type { InlineContext } from '../syntax/tree.ts'

/** Shown text that is read again when a label in it becomes known. */
export interface Referrer {
  reread: () => void
}

/** The names of the sources that `[n]` may stand for, by number. */
export type Sources = ReadonlyMap<number, string>

export interface References {
  /** Returns the targets for one text, and remembers the labels that it misses. */
  contextFor: (referrer: Referrer, growing: boolean) => InlineContext
  /** Has the texts that missed one of these labels read again. */
  announce: (links: readonly string[], footnotes: readonly string[]) => void
  /** Has the next of these read again; returns whether there are more. */
  rereadNext: () => boolean
  hasStale: () => boolean
  forget: (referrer: Referrer) => void
  /** Sets the sources. More may arrive while a text is written, even after it has named them. */
  setSources: (sources: Sources) => void
  sourceName: (number: number) => string | undefined
  /** Begins another text, with definitions of its own. All texts must be read again. */
  restart: (definitions: Definitions) => void
  /** Returns how often another text has begun. */
  edition: () => number
}

type Definitions = Pick<BlockParser, 'links' | 'footnotes'>

/**
 * Remembers who refers to what is not defined yet: a definition may come long after its use, and
 * then only those texts are read again.
 */
export function createReferences(given: Definitions): References {
  let definitions = given
  let sources: Sources = new Map()
  let edition = 0
  const missedLinks = new Map<string, Set<Referrer>>()
  const missedFootnotes = new Map<string, Set<Referrer>>()
  const missedSources = new Map<string, Set<Referrer>>()
  /** The labels that a referrer has missed, so that it can be forgotten. */
  const missedBy = new Map<Referrer, Set<string>>()
  const stale = new Set<Referrer>()

  const remember = (missed: Map<string, Set<Referrer>>, label: string, by: Referrer): void => {
    const referrers = missed.get(label)
    if (referrers) referrers.add(by)
    else missed.set(label, new Set([by]))
    const labels = missedBy.get(by)
    if (labels) labels.add(label)
    else missedBy.set(by, new Set([label]))
  }

  return {
    contextFor: (referrer, growing) => ({
      growing,
      hasSource: (number) => {
        const known = sources.has(number)
        if (!known) remember(missedSources, String(number), referrer)
        return known
      },
      findLink: (label) => {
        const target = definitions.links.get(label)
        if (!target) remember(missedLinks, label, referrer)
        return target
      },
      hasFootnote: (label) => {
        const known = definitions.footnotes.has(label)
        if (!known) remember(missedFootnotes, label, referrer)
        return known
      },
    }),
    announce: (links, footnotes) => {
      collect(missedLinks, links, stale)
      collect(missedFootnotes, footnotes, stale)
    },
    rereadNext: () => {
      const [referrer] = stale
      if (!referrer) return false
      stale.delete(referrer)
      referrer.reread()
      return stale.size > 0
    },
    hasStale: () => stale.size > 0,
    setSources: (next) => {
      sources = next
      collect(missedSources, [...next.keys()].map(String), stale)
    },
    sourceName: (number) => sources.get(number),
    forget: (referrer) => {
      stale.delete(referrer)
      for (const label of missedBy.get(referrer) ?? []) {
        missedLinks.get(label)?.delete(referrer)
        missedFootnotes.get(label)?.delete(referrer)
        missedSources.get(label)?.delete(referrer)
      }
      missedBy.delete(referrer)
    },
    restart: (next) => {
      definitions = next
      edition += 1
      missedLinks.clear()
      missedFootnotes.clear()
      missedSources.clear()
      missedBy.clear()
      stale.clear()
    },
    edition: () => edition,
  }
}

function collect(
  missed: Map<string, Set<Referrer>>,
  labels: readonly string[],
  into: Set<Referrer>,
): void {
  for (const label of labels) {
    for (const referrer of missed.get(label) ?? []) into.add(referrer)
    missed.delete(label)
  }
}
