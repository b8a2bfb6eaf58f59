import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { runningRepliesAtom } from '../conversation/replies.ts'
import type { ThreadEntry } from '../conversation/thread.ts'
import type { Span } from './loadAround.ts'
import { heldMessagesAtom } from './keptState.ts'

/** In a larger selection, only the messages at its ends stay in the document. */
const maxSelectedMessages = 300

/**
 * Returns the rows that must stay in the document: the last, those being written, edited or
 * focused, and the selected ones.
 */
export function usePinnedRows(
  messages: readonly ThreadEntry[],
  scroller: HTMLElement | null,
): readonly Span[] {
  const running = useAtomValue(runningRepliesAtom)
  const held = useAtomValue(heldMessagesAtom)
  const focused = useFocusedMessage(scroller)
  const selected = useSelectedMessages(scroller)
  return useMemo(() => {
    const streaming = [...running.values()].map(({ messageId }) => messageId)
    const wanted = new Set([...streaming, ...held, ...(focused ? [focused] : [])])
    const ends = new Set(selected)
    const spans: Span[] = []
    let first = -1
    let last = -1
    messages.forEach(({ id }, index) => {
      if (wanted.has(id)) spans.push({ start: index, end: index + 1 })
      if (!ends.has(id)) return
      if (first < 0) first = index
      last = index
    })
    if (first >= 0) spans.push(...selectedSpans(first, last))
    if (messages.length > 0) spans.push({ start: messages.length - 1, end: messages.length })
    return spans
  }, [messages, running, held, focused, selected])
}

function selectedSpans(first: number, last: number): Span[] {
  if (last - first < maxSelectedMessages) return [{ start: first, end: last + 1 }]
  return [
    { start: first, end: first + 1 },
    { start: last, end: last + 1 },
  ]
}

function useFocusedMessage(scroller: HTMLElement | null): string | undefined {
  const [focused, setFocused] = useState<string>()
  useEffect(() => {
    if (!scroller) return undefined
    const onFocusIn = (event: FocusEvent): void => setFocused(messageOf(event.target, scroller))
    const onFocusOut = (): void => {
      // A menu's button gets the focus back when the menu closes.
      if (!scroller.querySelector('[data-popup-open]')) setFocused(undefined)
    }
    scroller.addEventListener('focusin', onFocusIn)
    scroller.addEventListener('focusout', onFocusOut)
    return () => {
      scroller.removeEventListener('focusin', onFocusIn)
      scroller.removeEventListener('focusout', onFocusOut)
    }
  }, [scroller])
  return focused
}

const nothingSelected: readonly string[] = []

/** Returns the ids of the messages at the ends of the selection. */
function useSelectedMessages(scroller: HTMLElement | null): readonly string[] {
  const [selected, setSelected] = useState(nothingSelected)
  useEffect(() => {
    if (!scroller) return undefined
    const onChange = (): void => {
      const selection = getSelection()
      const ends =
        selection && !selection.isCollapsed ? [selection.anchorNode, selection.focusNode] : []
      const next = ends.flatMap((node) => messageOf(node, scroller) ?? [])
      setSelected((before) => (before.join() === next.join() ? before : next))
    }
    document.addEventListener('selectionchange', onChange)
    return () => document.removeEventListener('selectionchange', onChange)
  }, [scroller])
  return selected
}

function messageOf(target: unknown, scroller: HTMLElement): string | undefined {
  if (!(target instanceof Node) || !scroller.contains(target)) return undefined
  const element = target instanceof Element ? target : target.parentElement
  return element?.closest<HTMLElement>('article[data-message-id]')?.dataset['messageId']
}
