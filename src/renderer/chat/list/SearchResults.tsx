import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchHit } from '../../../shared/chat/chat.ts'
import type { SearchFilters } from '../../../shared/chat/searching.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Tag } from '../../ui/layout/Tag.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { openChat } from '../actions.ts'
import { attempt } from '../../core/failures.ts'
import { matchText } from './matchText.ts'
import { moveFocus } from '../../ui/controls/moveFocus.ts'
import { openFound } from './openFound.ts'
import { maxHits, useSearch } from './useSearch.ts'

export interface SearchResultsProps {
  query: string
  filters: SearchFilters
  onOpenChat: () => void
}

/** Shows what a search finds; an empty query finds the newest messages that the filters leave. */
export function SearchResults({ query, filters, onOpenChat }: SearchResultsProps): ReactNode {
  const { t } = useTranslation()
  const { hits, unfiltered, error, retry } = useSearch(query, filters)
  return (
    <div
      className="min-h-0 grow overflow-y-auto overscroll-contain px-2.5 pb-3"
      data-search-hits=""
    >
      <p role="status" className={hits?.length === 0 ? 'p-2.5 text-sm text-muted' : 'sr-only'}>
        {hits && t('chat.search.count', { count: hits.length })}
        {unfiltered !== null && unfiltered > 0 && (
          <span className="block">
            {t(unfiltered < maxHits ? 'chat.search.without' : 'chat.search.withoutMany', {
              number: unfiltered,
            })}
          </span>
        )}
      </p>
      {error && <ErrorAlert error={error} since={0} onAction={retry} />}
      {!hits && !error && <Skeleton className="m-2.5 h-4 w-3/4" />}
      <ul className="space-y-0.5">
        {hits?.map((hit) => (
          <li key={hit.messageId ?? hit.conversation.id}>
            <Hit hit={hit} query={query} onOpenChat={onOpenChat} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface HitProps extends Omit<SearchResultsProps, 'filters'> {
  hit: SearchHit
}

function Hit({ hit, query, onOpenChat }: HitProps): ReactNode {
  const { t } = useTranslation()
  const { conversation, messageId, excerpt } = hit
  return (
    <button
      type="button"
      data-search-hit=""
      onKeyDown={(event) => moveFocus(event, '[data-search-hits]', '[data-search-hit]')}
      className="pressable w-full rounded-lg px-2.5 py-1.5 text-start text-sm hover:bg-hover"
      onClick={() => {
        if (messageId === null) openChat(conversation.id)
        else attempt(openFound(conversation.id, messageId, query))
        onOpenChat()
      }}
    >
      <span dir="auto" className="own-direction block truncate">
        <Matches text={conversation.title || t('chat.list.untitled')} query={query} />
      </span>
      {conversation.isArchived && <Tag>{t('chat.archive.mark')}</Tag>}
      {messageId !== null && (
        <span dir="auto" className="own-direction line-clamp-2 text-xs break-words text-muted">
          <Matches text={excerpt} query={query} />
        </span>
      )}
    </button>
  )
}

function Matches({ text, query }: { text: string; query: string }): ReactNode {
  return matchText(text, query).map((piece, index) =>
    piece.matches ? (
      <mark key={index} className="found">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
