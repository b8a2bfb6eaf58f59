import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hit } from '../../../shared/knowledge/knowledge.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { openPassage } from '../viewer/openPassage.ts'
import { markWords } from './markWords.ts'
import { WhyPassage } from './WhyPassage.tsx'

interface HitCardProps {
  hit: Hit
  /** Its place among the results, from 1. */
  rank: number
  query: string
  /** Whether vectors were searched too. */
  hasVectors: boolean
}

/** Shows a passage that a search found, with the way to its document. */
export function HitCard({ hit, rank, query, hasVectors }: HitCardProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const { place, sourceName, headings, text } = hit
  const trail = headings.map((heading) => visibleText(heading)).join(' › ')
  const isLong = text.length > foldedLength
  return (
    <article
      aria-label={visibleText(sourceName)}
      className="space-y-1.5 rounded-2xl border border-line px-4 py-3"
    >
      <div className="flex items-baseline gap-2 text-sm">
        <span className="text-muted tabular-nums">{formatNumber(i18n.language, rank)}</span>
        <h3 className="min-w-0 font-medium">
          <button
            type="button"
            dir="auto"
            onClick={() => openPassage(place, text)}
            className="own-direction block max-w-full truncate rounded-sm text-accent-ink hover:underline"
          >
            {visibleText(sourceName)}
          </button>
        </h3>
        {place.page !== null && (
          <span className="shrink-0 text-xs text-muted tabular-nums">
            {t('knowledge.page', { page: place.page })}
          </span>
        )}
      </div>
      {trail !== '' && (
        <p dir="auto" className="truncate text-xs text-muted">
          {trail}
        </p>
      )}
      <p
        dir="auto"
        className={`selectable text-sm leading-relaxed break-words whitespace-pre-wrap ${isLong && !isWhole ? 'line-clamp-6' : ''}`}
      >
        {markWords(text, query).map(({ piece, isMarked }, index) =>
          isMarked ? <mark key={index}>{piece}</mark> : piece,
        )}
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <Disclosure
          title={t('knowledge.why.title')}
          about={visibleText(sourceName)}
          className="min-w-0"
        >
          <WhyPassage hit={hit} hasVectors={hasVectors} />
        </Disclosure>
        {isLong && (
          <button
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
            className="pressable min-h-7 rounded-md px-1.5 text-sm text-muted hover:text-ink"
          >
            {t(isWhole ? 'knowledge.search.less' : 'knowledge.search.whole')}
          </button>
        )}
      </div>
    </article>
  )
}

const foldedLength = 600
