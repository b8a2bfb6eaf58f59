import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtomValue } from 'jotai'
import { Files } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base, Source, SourceState } from '../../../shared/knowledge/knowledge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { textScale } from '../../ui/textScale.ts'
import { useTopIn } from '../../ui/layers/useTopIn.ts'
import { sourceCount } from '../base/sourceCount.ts'
import { removingSourcesAtom } from './removeSource.ts'
import { SourceRow } from './SourceRow.tsx'
import type { SourceReader } from './createSourceReader.ts'
import { useSources } from './useSources.ts'

interface SourceListProps {
  base: Base
  state: SourceState['state'] | undefined
  name: string
  scroller: HTMLElement | null
}

/** Lists the sources of a base. Only those in view are in the document. */
export function SourceList({ base, state, name, scroller }: SourceListProps): ReactNode {
  const { t } = useTranslation()
  const { read, reader } = useSources({ baseId: base.id, state, name })
  const removing = useAtomValue(removingSourcesAtom)
  const { sources, more, failure } = read
  if (failure) {
    return (
      <ErrorAlert
        error={failure.error}
        since={failure.at}
        onAction={() => reader?.readMore()}
        offered={['retry']}
      />
    )
  }
  if (!sources) return <Skeleton className="h-40 w-full" />
  const shown = sources.filter(({ id }) => !removing.has(id))
  if (shown.length > 0) {
    return (
      <VirtualRows sources={shown} more={more} reader={reader} base={base} scroller={scroller} />
    )
  }
  return sourceCount(base) === 0 || (state === undefined && name.trim() === '') ? (
    <EmptyState
      icon={Files}
      title={t('knowledge.sources.empty')}
      description={t('knowledge.sources.emptyHint')}
    />
  ) : (
    <EmptyState icon={Files} title={t('knowledge.sources.none')} />
  )
}

interface VirtualRowsProps {
  base: Base
  sources: readonly Source[]
  more: boolean
  reader: SourceReader | undefined
  scroller: HTMLElement | null
}

/** The height of most rows, with text of the default size. */
const rowPixels = 56
/** The next page is read when so few rows are left below. */
const rowsAhead = 40

function VirtualRows({ base, sources, more, reader, scroller }: VirtualRowsProps): ReactNode {
  const { t } = useTranslation()
  const [list, setList] = useState<HTMLElement | null>(null)
  const { top } = useTopIn(scroller, list)
  const virtualizer = useVirtualizer({
    count: sources.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPixels * textScale(),
    getItemKey: (index) => sources[index]?.id ?? index,
    overscan: 8,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    reader?.setShown(first, last)
    if (more && last > sources.length - rowsAhead) reader?.readMore()
  }, [reader, first, last, more, sources.length])
  return (
    <ul
      ref={setList}
      aria-label={t('knowledge.sources.title')}
      className="relative overflow-clip rounded-2xl border border-line"
      style={{ height: virtualizer.getTotalSize() + borderPixels }}
    >
      {items.map((item) => {
        const source = sources[item.index]
        return (
          source && (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={more ? -1 : sources.length}
              aria-posinset={item.index + 1}
              style={{ top: item.start - top }}
              className="absolute inset-x-0 border-line not-first:border-t"
            >
              <SourceRow base={base} source={source} />
            </li>
          )
        )
      })}
    </ul>
  )
}

const borderPixels = 2
