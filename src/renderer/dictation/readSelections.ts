import type { Api } from '../app/bridge.ts'
import { store } from '../app/store.ts'
import { readingAtom, startReading, stopReading } from '../voices/readAloud.ts'
import { dictationAtom } from './followDictation.ts'

const id = 'selection'

/** Reads aloud what main found selected; the same key again stops it, and so does dictating. */
export function readSelections(api: Api): void {
  api.dictation.selectionRead(({ text }) => {
    if (store.get(readingAtom)?.id === id) stopReading()
    else {
      startReading({
        id,
        text: () => text,
        isComplete: () => true,
        subscribe: () => () => undefined,
        element: () => null,
      })
    }
  })
  store.sub(dictationAtom, () => {
    if (store.get(dictationAtom)?.state === 'listening') stopReading()
  })
}
