import { useAtom, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchFilters } from '../../../shared/chat/searching.ts'
import { SavedSearches } from './SavedSearches.tsx'
import { SearchFilterChips } from './SearchFilterChips.tsx'
import { SearchResults } from './SearchResults.tsx'
import { hasFilters, searchFiltersAtom, searchOpenAtom } from './searchState.ts'

interface SearchPanelProps {
  query: string
  onQueryChange: (query: string) => void
  onOpenChat: () => void
}

/** Shows the filters of the search, the saved searches, and what is found. */
export function SearchPanel({ query, onQueryChange, onOpenChat }: SearchPanelProps): ReactNode {
  const { t } = useTranslation()
  const [filters, setFilters] = useAtom(searchFiltersAtom)
  const setOpen = useSetAtom(searchOpenAtom)
  const isFiltered = hasFilters(filters)
  const isAsked = query !== '' || isFiltered
  // The panel stays in sight when the field is emptied: filters that nobody sees would mislead.
  const change = (changed: SearchFilters): void => {
    setOpen(true)
    setFilters(changed)
  }
  return (
    <div className="flex min-h-0 grow flex-col gap-1.5">
      <SearchFilterChips filters={filters} onChange={change} />
      {isFiltered && (
        <p className="px-3.5 text-xs text-muted">
          {t(query === '' ? 'chat.search.newest' : 'chat.search.messagesOnly')}
        </p>
      )}
      <SavedSearches
        current={isAsked ? { query, filters } : undefined}
        onChoose={(search) => {
          change(search.filters)
          onQueryChange(search.query)
        }}
      />
      {isAsked && <SearchResults query={query} filters={filters} onOpenChat={onOpenChat} />}
    </div>
  )
}
