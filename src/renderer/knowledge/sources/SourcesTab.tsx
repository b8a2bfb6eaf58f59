import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base, SourceState } from '../../../shared/knowledge/knowledge.ts'
import { maxQueryLength } from '../../../shared/limits.ts'
import { Chip } from '../../ui/layout/Chip.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { sourceCount } from '../base/sourceCount.ts'
import { SplitPassages } from '../base/SplitPassages.tsx'
import { UnreadPictures } from '../base/UnreadPictures.tsx'
import { TestSearch } from '../search/TestSearch.tsx'
import { EncodingDialog } from './EncodingDialog.tsx'
import { SourceList } from './SourceList.tsx'

const states = ['failed', 'waiting', 'reading', 'embedding', 'ready', 'skipped'] as const

/** Names are only worth a search in a longer list. */
const searchedFrom = 8

interface SourcesTabProps {
  base: Base
  /** The element in which the list scrolls. */
  scroller: HTMLElement | null
}

/** Shows a search to try the base, and below it the sources, which its results replace. */
export function SourcesTab({ base, scroller }: SourcesTabProps): ReactNode {
  const [query, setQuery] = useState('')
  return (
    <div className="space-y-4">
      <TestSearch base={base} query={query} onQueryChange={setQuery} />
      {query.trim() === '' && (
        <>
          <UnreadPictures base={base} />
          <SplitPassages base={base} />
          <FilteredSources base={base} scroller={scroller} />
          <EncodingDialog />
        </>
      )}
    </div>
  )
}

function FilteredSources({ base, scroller }: SourcesTabProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [state, setState] = useState<SourceState['state']>()
  const [name, setName] = useState('')
  const searched = useDeferredValue(name)
  const total = sourceCount(base)
  const present = states.filter((one) => base.counts[one] > 0 || one === state)
  return (
    <>
      {(present.length > 1 || total >= searchedFrom) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div
            role="group"
            aria-label={t('knowledge.filter.states')}
            className="flex grow flex-wrap gap-1.5"
          >
            <Chip size="small" pressed={state === undefined} onClick={() => setState(undefined)}>
              {t('knowledge.filter.all')}
            </Chip>
            {present.map((one) => (
              <Chip
                key={one}
                size="small"
                pressed={state === one}
                onClick={() => setState(state === one ? undefined : one)}
              >
                {t(`knowledge.states.${one}`)}
                <span className="tabular-nums opacity-75">
                  {formatNumber(i18n.language, base.counts[one])}
                </span>
              </Chip>
            ))}
          </div>
          {total >= searchedFrom && (
            <SearchField
              label={t('knowledge.filter.name')}
              clearLabel={t('knowledge.clearSearch')}
              query={name}
              maxLength={maxQueryLength}
              onQueryChange={setName}
              className="field"
            />
          )}
        </div>
      )}
      <SourceList
        key={`${state ?? ''} ${searched}`}
        base={base}
        state={state}
        name={searched}
        scroller={scroller}
      />
    </>
  )
}
