import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom } from 'jotai'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { directionOf } from '../../../shared/languages.ts'
import { openOutput, wantedTileAtom } from '../mediaView.ts'
import { justifiedRows, rowOf } from './justifiedRows.ts'
import { moveInGallery } from './moveInGallery.ts'
import { extended, nothingSelected, selectionAtom, toggled } from './selection.ts'
import { restThumbnails } from './Thumbnail.tsx'
import { Tile } from './Tile.tsx'
import type { TileActions } from './Tile.tsx'
import { watchScrolling } from './watchScrolling.ts'
import { useTopIn } from '../../ui/layers/useTopIn.ts'

interface GalleryProps {
  outputs: readonly MediaOutput[]
  /** Whether there are older ones. */
  more: boolean
  onMore: () => void
  /** Reads the outputs that are left, and returns the last one's id. */
  readLast: () => Promise<string | undefined>
  /** Moves outputs to the bin, or out of it for good. */
  onDelete: (ids: readonly string[]) => void
  scroller: HTMLElement | null
}

const rowHeight = 200
const gap = 8
/** The next page is read when so few rows are left below. */
const rowsAhead = 8

/** Lists outputs in rows of equal width. Only those in view are in the document. */
export function Gallery({
  outputs,
  more,
  onMore,
  readLast,
  onDelete,
  scroller,
}: GalleryProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [list, setList] = useState<HTMLElement | null>(null)
  const [selection, setSelection] = useAtom(selectionAtom)
  const [currentId, setCurrentId] = useState<string>()
  const [wanted, setWanted] = useAtom(wantedTileAtom)
  const { top, width } = useTopIn(scroller, list)
  const rows = useMemo(
    () => (width > 0 ? justifiedRows(outputs, { width, height: rowHeight, gap }) : []),
    [outputs, width],
  )
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (rows[index]?.height ?? rowHeight) + gap,
    getItemKey: (index) => outputs[rows[index]?.start ?? 0]?.id ?? index,
    overscan: 4,
    scrollMargin: top,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows])
  useEffect(() => (scroller ? watchScrolling(scroller, restThumbnails) : undefined), [scroller])
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && rows.length > 0 && last >= rows.length - rowsAhead) onMore()
  }, [more, last, rows.length, onMore])
  // The picture that gets the focus may have to be drawn first.
  useEffect(() => {
    if (wanted === undefined || !list || rows.length === 0) return
    const index = outputs.findIndex(({ id }) => id === wanted)
    const tile = tileOf(list, wanted)
    if (tile) tile.focus({ preventScroll: true })
    else if (index >= 0) return virtualizer.scrollToIndex(rowOf(rows, index), { align: 'auto' })
    setWanted(undefined)
  })

  const current = Math.max(
    0,
    outputs.findIndex(({ id }) => id === currentId),
  )
  const order = (): string[] => outputs.map(({ id }) => id)
  const goTo = (index: number): void => {
    const output = outputs[index]
    if (!output) return
    setWanted(output.id)
    setCurrentId(output.id)
    virtualizer.scrollToIndex(rowOf(rows, index), { align: 'auto' })
  }
  /** The last output, once it is known, and where the selection up to it begins. */
  const [end, setEnd] = useState<{ id: string; from: string | undefined }>()
  /** Counts the keys that were pressed: what was read for an earlier one moves nothing. */
  const presses = useRef(0)
  const goToEnd = async (from: string, range: boolean): Promise<void> => {
    const pressed = presses.current
    const last = await readLast()
    if (last === undefined || pressed !== presses.current) return
    setEnd({ id: last, from: range ? from : undefined })
  }
  // The last output that was read is drawn in a later render; then it gets the focus.
  useEffect(() => {
    if (!end || !outputs.some(({ id }) => id === end.id)) return
    setEnd(undefined)
    latest.current.goToId(end.id, end.from)
  }, [end, outputs])
  const press = (event: KeyboardEvent, id: string): void => {
    presses.current += 1
    const index = outputs.findIndex((one) => one.id === id)
    const output = outputs[index]
    if (!output || event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      const gone = selection.ids.has(output.id) ? selection.ids : new Set([output.id])
      onDelete([...gone])
    } else if (isCommand && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      setSelection({ ids: new Set(order()), anchor: output.id })
    } else if (event.key === ' ' && (isCommand || event.shiftKey || selection.ids.size > 0)) {
      event.preventDefault()
      setSelection(toggled(selection, output.id))
    } else if (event.key === 'Escape' && selection.ids.size > 0) {
      event.preventDefault()
      setSelection(nothingSelected)
    } else if (event.key === 'End' && more && !isCommand) {
      event.preventDefault()
      void goToEnd(output.id, event.shiftKey)
    } else {
      const rightToLeft = directionOf(i18n.language) === 'rtl'
      const shape = { rows, count: outputs.length, rightToLeft }
      const next = isCommand ? undefined : moveInGallery(event.key, index, shape)
      const target = next === undefined ? undefined : outputs[next]
      if (next === undefined || !target) return
      event.preventDefault()
      if (event.shiftKey) selectTo(output.id, target.id)
      goTo(next)
    }
  }
  const selectTo = (from: string, to: string): void => {
    const before = selection.anchor === undefined ? toggled(nothingSelected, from) : selection
    setSelection(extended(before, to, order()))
  }
  const goToId = (id: string, from: string | undefined): void => {
    if (from !== undefined) selectTo(from, id)
    goTo(outputs.findIndex((one) => one.id === id))
  }

  const select = (id: string, range: boolean): void =>
    setSelection(range ? extended(selection, id, order()) : toggled(selection, id))
  const draggedWith = (output: MediaOutput): readonly MediaOutput[] =>
    selection.ids.has(output.id) ? outputs.filter(({ id }) => selection.ids.has(id)) : [output]
  const latest = useRef({ press, select, draggedWith, goToId })
  useLayoutEffect(() => {
    latest.current = { press, select, draggedWith, goToId }
  })
  const [actions] = useState<TileActions>(() => ({
    open: openOutput,
    select: (id, range) => latest.current.select(id, range),
    focus: setCurrentId,
    press: (event, id) => latest.current.press(event, id),
    draggedWith: (output) => latest.current.draggedWith(output),
  }))

  return (
    <ul
      ref={setList}
      aria-label={t('media.gallery.title')}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.flatMap((item) => {
        const row = rows[item.index]
        let start = 0
        return (row?.widths ?? []).flatMap((tileWidth, place) => {
          const index = (row?.start ?? 0) + place
          const output = outputs[index]
          const insetInlineStart = start
          start += tileWidth + gap
          if (!output || !row) return []
          return (
            <li
              key={output.id}
              aria-setsize={more ? -1 : outputs.length}
              aria-posinset={index + 1}
              // A change in one tile needs no layout of the others.
              className="absolute contain-layout contain-size contain-style"
              style={{
                insetInlineStart,
                insetBlockStart: item.start - top,
                inlineSize: tileWidth,
                blockSize: row.height,
              }}
            >
              <Tile
                output={output}
                isCurrent={index === current}
                isSelected={selection.ids.has(output.id)}
                actions={actions}
              />
            </li>
          )
        })
      })}
    </ul>
  )
}

function tileOf(list: HTMLElement, id: string): HTMLElement | null {
  return list.querySelector(`[data-tile="${CSS.escape(id)}"]`)
}
