import { useAtomValue } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IndexEntry } from '../../../shared/plugins/plugins.ts'
import { Chip } from '../../ui/layout/Chip.tsx'
import { findMatches } from '../../ui/controls/rankMatches.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { installedPluginsAtom } from '../installedPlugins.ts'
import { byUsefulness } from './byUsefulness.ts'
import { categoriesOf, categoryTitle, isIn, mcpServers } from './categories.ts'
import { MarketOption } from './MarketOption.tsx'

interface MarketListProps {
  entries: readonly IndexEntry[]
  /** The entry that is being read. */
  readingId: string | undefined
  onChoose: (pluginId: string) => void
}

/** Lists the index, the most useful first, by category, and searches it on this computer. */
export function MarketList({ entries, readingId, onChoose }: MarketListProps): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const installed = new Set(useAtomValue(installedPluginsAtom)?.map(({ id }) => id))
  const categories = useMemo(() => [mcpServers, ...categoriesOf(entries)], [entries])
  const shown = useMemo(() => {
    const inCategory = byUsefulness(entries).filter((entry) => isIn(entry, category))
    return findMatches(inCategory, query, (entry) => ({
      label: entry.title,
      more: [
        ...entry.tags,
        entry.description,
        entry.author,
        entry.category,
        entry.id,
        entry.format,
      ],
    }))
  }, [entries, category, query])
  const [active, setActive] = useState<string>()
  const tabStop = shown.some(({ id }) => id === active) ? active : shown[0]?.id
  return (
    <section className="space-y-3">
      <SearchField
        label={t('plugins.market.search')}
        clearLabel={t('plugins.market.clear')}
        query={query}
        onQueryChange={setQuery}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const [first] = shown
          if (event.key === 'ArrowDown')
            list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          else if (event.key === 'Enter' && first && query.trim() !== '') onChoose(first.id)
          else return
          event.preventDefault()
        }}
        className="bg-control"
      />
      <div role="group" aria-label={t('plugins.market.category')} className="flex flex-wrap gap-1">
        {[undefined, ...categories].map((name) => (
          <Chip
            key={name ?? ''}
            size="small"
            pressed={category === name}
            onClick={() => setCategory(name)}
          >
            {name === undefined ? t('plugins.market.all') : categoryTitle(t, name)}
          </Chip>
        ))}
      </div>
      <p
        role="status"
        className={shown.length === 0 ? 'py-6 text-center text-sm text-muted' : 'sr-only'}
      >
        {shown.length === 0
          ? t('plugins.market.none')
          : t('plugins.market.count', { count: shown.length })}
      </p>
      {shown.some(({ mark }) => mark.reason === 'manifest') && (
        <p className="text-xs text-pretty text-muted">{t('plugins.market.reasons.manifest')}</p>
      )}
      {shown.length > 0 && (
        <div
          ref={list}
          role="listbox"
          aria-label={t('plugins.tabs.marketplace')}
          data-market=""
          className="divide-y divide-line overflow-clip rounded-2xl border border-line"
        >
          {shown.map((entry) => (
            <MarketOption
              key={entry.id}
              entry={entry}
              installed={installed.has(entry.id)}
              reading={entry.id === readingId}
              tabStop={entry.id === tabStop}
              onFocus={() => setActive(entry.id)}
              onChoose={() => onChoose(entry.id)}
            />
          ))}
        </div>
      )}
    </section>
  )
}
