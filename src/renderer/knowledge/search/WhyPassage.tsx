import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassageRanks } from '../../../shared/knowledge/passagePlace.ts'
import { formatNumber } from '../../ui/formatAmount.ts'

interface WhyPassageProps {
  hit: PassageRanks
  /** False if words alone were searched; without it, whether this passage was found by meaning. */
  hasVectors?: boolean
}

/** Shows what put a passage at its place: its ranks among words and vectors, and its scores. */
export function WhyPassage(props: WhyPassageProps): ReactNode {
  const { hit, hasVectors = hit.vectorRank !== null } = props
  const { t, i18n } = useTranslation()
  const rounded = (value: number): string => formatNumber(i18n.language, value, scoreDigits)
  const rank = (value: number | null): string =>
    value === null
      ? t('knowledge.why.notFound')
      : t('knowledge.why.rank', { rank: formatNumber(i18n.language, value) })
  const rows: readonly (readonly [string, string])[] = [
    [t('knowledge.why.words'), rank(hit.wordRank)],
    ...(hasVectors ? [[t('knowledge.why.vectors'), rank(hit.vectorRank)] as const] : []),
    ...(hit.similarity === null
      ? []
      : [[t('knowledge.why.similarity'), rounded(hit.similarity)] as const]),
    ...(hit.rerankScore === null
      ? []
      : [[t('knowledge.why.rerank'), rounded(hit.rerankScore)] as const]),
    [t('knowledge.why.score'), rounded(hit.score)],
  ]
  return (
    <dl className="grid grid-cols-[auto_auto] justify-start gap-x-4 gap-y-0.5 text-xs tabular-nums">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const scoreDigits = 4
