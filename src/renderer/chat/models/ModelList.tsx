import { Combobox } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useImperativeHandle, useState } from 'react'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { textScale } from '../../ui/textScale.ts'
import { ModelOption } from './ModelOption.tsx'
import type { ModelRow } from './modelRows.ts'

export interface ModelListHandle {
  scrollTo: (index: number) => void
}

interface ModelListProps {
  ref: Ref<ModelListHandle>
  rows: readonly ModelRow[]
  label: string
}

// Heights with text of the default size.
const rowPixels = 36
const headingPixels = 28

/**
 * Shows the rows of models. Only those in view are in the document, because some services list
 * hundreds.
 */
export function ModelList({ ref, rows, label }: ModelListProps): ReactNode {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) =>
      textScale() * (rowPixels + (rows[index]?.heading === undefined ? 0 : headingPixels)),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    scrollPaddingStart: textScale() * headingPixels,
  })
  useImperativeHandle(ref, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index) }))
  return (
    <div ref={setScroller} className="min-h-0 overflow-y-auto overscroll-contain px-1 pb-1">
      <Combobox.List
        aria-label={label}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const style: CSSProperties = {
            position: 'absolute',
            insetInline: 0,
            top: item.start,
          }
          return (
            <div
              key={item.key}
              role="presentation"
              data-index={item.index}
              ref={virtualizer.measureElement}
              style={style}
            >
              {row.heading !== undefined && (
                <div
                  aria-hidden
                  className="truncate px-2.5 pt-2 pb-1 text-xs font-medium text-muted"
                >
                  {row.heading}
                </div>
              )}
              <ModelOption row={row} index={item.index} count={rows.length} />
            </div>
          )
        })}
      </Combobox.List>
    </div>
  )
}
