import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { store } from '../../core/store.ts'
import { showWholeTexts } from '../../markdown/pendingTexts.ts'
import type { Thread } from '../conversation/thread.ts'
import { loadNewest } from './loadAround.ts'

/** Of a longer conversation the end is printed. */
const printedMaximum = 2000

/** While it is prepared what is in memory stays there; printed rows are all in the document. */
const printingAtom = atom<'no' | 'prepared' | 'printed'>('no')

/** The rows that go to the paper. */
export function printedRows(messages: readonly unknown[]): { index: number; size: number }[] {
  const first = Math.max(0, messages.length - printedMaximum)
  return messages.slice(first).map((_, index) => ({ index: first + index, size: 0 }))
}

/** Prints a conversation, also what of it is not in memory. */
export async function printThread(thread: Thread): Promise<void> {
  store.set(printingAtom, 'prepared')
  try {
    await loadNewest(thread, printedMaximum)
    await new Promise(requestAnimationFrame)
    putOnPaper()
    window.print()
  } finally {
    takeFromPaper()
  }
}

/** At once: what is not in the document when the event ends is not on the paper. */
function putOnPaper(): void {
  flushSync(() => store.set(printingAtom, 'printed'))
  showWholeTexts(() => true)
}

function takeFromPaper(): void {
  store.set(printingAtom, 'no')
}

/** Whether the conversation is being printed, and so has to be in the document as a whole. */
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
