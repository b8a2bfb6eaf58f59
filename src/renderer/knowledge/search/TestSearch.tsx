import { useSetAtom } from 'jotai'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { maxQueryLength } from '../../../shared/limits.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { formatMilliseconds } from '../../ui/formatAmount.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { knowledgeViewAtom } from '../knowledgeView.ts'
import { HitCard } from './HitCard.tsx'
import { useTestSearch } from './useTestSearch.ts'
import type { TestSearchState } from './useTestSearch.ts'

interface TestSearchProps {
  base: Base
  query: string
  onQueryChange: (query: string) => void
}

/** Searches a base as a question in a chat does, and shows where each passage ranks and why. */
export function TestSearch({ base, query, onQueryChange }: TestSearchProps): ReactNode {
  const { t } = useTranslation()
  const [submitted, setSubmitted] = useState(0)
  const state = useTestSearch(base.id, query, submitted)
  const submit = (): void => setSubmitted((count) => count + 1)
  return (
    <div className="space-y-4">
      <SearchField
        label={t('knowledge.search.label')}
        clearLabel={t('knowledge.clearSearch')}
        maxLength={maxQueryLength}
        query={query}
        onQueryChange={(next) => {
          onQueryChange(next)
          setSubmitted(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit()
        }}
        className="field"
      />
      {query.trim() === '' ? (
        <KnownReason base={base} />
      ) : (
        <Results base={base} query={query} state={state} onSubmit={submit} />
      )}
    </div>
  )
}

interface ResultsProps {
  base: Base
  query: string
  state: TestSearchState
  /** Searches in full. */
  onSubmit: () => void
}

function Results({ base, query, state, onSubmit }: ResultsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { found, failure } = state
  if (failure) return <ErrorAlert error={failure.error} since={failure.at} />
  if (!found) return <Skeleton className="h-40 w-full" />
  const { hits, heldBack, wordsOnly, reranked, milliseconds } = found
  return (
    <div className="space-y-3" aria-busy={state.isSearching}>
      <p role="status" className="text-xs text-muted tabular-nums">
        {[
          t('knowledge.facts.passages', { count: hits.length }),
          formatMilliseconds(i18n.language, Math.max(1, Math.round(milliseconds))),
        ].join(' · ')}
      </p>
      {heldBack ? (
        <Note>
          <p className="min-w-40 flex-1 text-pretty">{t('knowledge.wordsOnly.typing')}</p>
          <Button size="small" onClick={onSubmit}>
            {t('knowledge.search.submit')}
          </Button>
        </Note>
      ) : (
        wordsOnly && <WordsOnly base={base} reason={wordsOnly} />
      )}
      {reranked === false && (
        <p className="text-sm text-pretty">{t('knowledge.reranker.failed')}</p>
      )}
      {hits.length === 0 && !heldBack && (
        <EmptyState
          icon={SearchX}
          title={t('knowledge.search.none')}
          description={t('knowledge.search.noneHint')}
        />
      )}
      {hits.length > 0 && (
        <ol aria-label={t('knowledge.search.results')} className="space-y-3">
          {hits.map((hit, index) => (
            <li key={`${hit.place.sourceId} ${hit.place.start}`}>
              <HitCard hit={hit} rank={index + 1} query={query} hasVectors={wordsOnly === null} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Says before a search whether words alone will be searched. */
function KnownReason({ base }: { base: Base }): ReactNode {
  const { space, hosted, passages } = base
  const findsMeaning = hosted ? hosted.state === 'ready' : space !== null
  // The note above says so already of what is not at the service yet.
  const isSaid = hosted !== null && (hosted.unapproved > 0 || hosted.state === 'expired')
  if (findsMeaning || isSaid || passages === 0) return null
  return <WordsOnly base={base} reason={hosted ? 'hosted' : 'noEmbedder'} />
}

interface WordsOnlyProps {
  base: Base
  reason: NonNullable<NonNullable<TestSearchState['found']>['wordsOnly']>
}

/** Says that words alone are searched, why, and what changes that. */
function WordsOnly({ base, reason }: WordsOnlyProps): ReactNode {
  const { t } = useTranslation()
  const setView = useSetAtom(knowledgeViewAtom)
  return (
    <Note>
      <p className="min-w-40 flex-1 text-pretty">{t(`knowledge.wordsOnly.${reason}`)}</p>
      {(reason === 'noEmbedder' || reason === 'embedderFailed') && (
        <Button size="small" onClick={() => setView({ baseId: base.id, tab: 'settings' })}>
          {t('knowledge.wordsOnly.choose')}
        </Button>
      )}
    </Note>
  )
}

/** Frames a sentence about the search, with a button beside it. */
function Note({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-sunken px-3.5 py-2.5 text-sm forced-colors:border">
      {children}
    </div>
  )
}
