import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { store } from '../../core/store.ts'
import { preloadMarkdown } from '../../markdown/Markdown.tsx'
import { whenDrawn } from '../../markdown/drawnLater.ts'
import { showWholeTexts } from '../../markdown/pendingTexts.ts'
import type { Thread } from '../conversation/thread.ts'
import { loadNewest } from './loadAround.ts'

/** Number of messages that are printed, from the end. */
const maxPrintedMessages = 2000
/** Longest wait for formulas, diagrams and colours: a running answer never ends drawing. */
const drawingMilliseconds = 10_000

/** `prepared` keeps loaded texts in memory; `printed` puts all rows into the document. */
const printingAtom = atom<'no' | 'prepared' | 'printed'>('no')

/** Returns the rows to print. */
export function printedRows(messages: readonly unknown[]): { index: number; size: number }[] {
  const first = Math.max(0, messages.length - maxPrintedMessages)
  return messages.slice(first).map((_, index) => ({ index: first + index, size: 0 }))
}

/** Prints a conversation, messages that are not in memory included. */
export async function printThread(thread: Thread): Promise<void> {
  store.set(printingAtom, 'prepared')
  try {
    // Without its code Markdown is printed as it was written.
    await Promise.all([
      loadNewest(thread, maxPrintedMessages),
      preloadMarkdown().catch(() => undefined),
    ])
    await new Promise(requestAnimationFrame)
    putOnPaper()
    // Texts that waited for the code are rendered after this task.
    await new Promise(requestAnimationFrame)
    await Promise.race([whenDrawn(), delay(drawingMilliseconds)])
    window.print()
  } finally {
    takeFromPaper()
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Synchronous: only what is in the document when the event ends is printed. */
function putOnPaper(): void {
  flushSync(() => store.set(printingAtom, 'printed'))
  showWholeTexts(() => true)
}

function takeFromPaper(): void {
  store.set(printingAtom, 'no')
}

/** Returns how far printing is: `printed` needs the whole conversation in the document. */
export function usePrinting(): 'no' | 'prepared' | 'printed' {
  useEffect(() => {
    window.addEventListener('beforeprint', putOnPaper)
    window.addEventListener('afterprint', takeFromPaper)
    return () => {
      window.removeEventListener('beforeprint', putOnPaper)
      window.removeEventListener('afterprint', takeFromPaper)
    }
  }, [])
  return useAtomValue(printingAtom)
}
