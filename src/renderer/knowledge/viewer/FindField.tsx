import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxQueryLength } from '../../../shared/limits.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'

/** The next match from the beginning, or the one beside that which is shown. */
export type FindDirection = 'first' | 'next' | 'previous'

export interface FindCount {
  /** The number of the shown match, from 1. */
  current: number
  total: number
}

interface FindFieldProps {
  found: FindCount
  /** Marks all matches, and shows one. An empty query marks none. */
  onFind: (query: string, direction: FindDirection) => void
}

/** A search within the document, with the number of the match and the ways to the others. */
export function FindField({ found, onFind }: FindFieldProps): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const hasQuery = query.trim() !== ''
  return (
    <div className="flex min-w-48 grow items-center gap-1.5">
      <div className="grow">
        <SearchField
          label={t('knowledge.viewer.find')}
          clearLabel={t('knowledge.clearSearch')}
          maxLength={maxQueryLength}
          query={query}
          onQueryChange={(next) => {
            setQuery(next)
            onFind(next, 'first')
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !hasQuery) return
            onFind(query, event.shiftKey ? 'previous' : 'next')
          }}
          className="field h-8"
        />
      </div>
      {hasQuery && (
        <>
          <span role="status" className="text-xs text-muted tabular-nums">
            {t('knowledge.part', { done: found.current, total: found.total })}
          </span>
          <IconButton
            size="small"
            label={t('knowledge.viewer.findPrevious')}
            shortcut="⇧↵"
            icon={<ChevronUp aria-hidden className="size-4" />}
            onClick={() => onFind(query, 'previous')}
          />
          <IconButton
            size="small"
            label={t('knowledge.viewer.findNext')}
            shortcut="↵"
            icon={<ChevronDown aria-hidden className="size-4" />}
            onClick={() => onFind(query, 'next')}
          />
        </>
      )}
    </div>
  )
}
