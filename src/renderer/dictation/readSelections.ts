import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Api } from '../core/bridge.ts'
import { store } from '../core/store.ts'
import { readingAtom, startReading, stopReading } from '../voices/reading.ts'
import { dictationAtom } from './followDictation.ts'

const id = 'selection'

/** Reads the selection aloud for as long as main asks for it. */
export function readSelections(api: Api): void {
  const isReading = (): boolean => store.get(readingAtom)?.id === id

  function end(error: WireError | null): void {
    api.dictation.readingEnded({ error }).catch(reportError)
  }

  function read(text: string): void {
    let failure: WireError | null = null
    startReading({
      id,
      text: () => text,
      model: () => null,
      isComplete: () => true,
      subscribe: () => () => undefined,
      onFailed: (error) => end((failure = toWire(error))),
      element: () => null,
    })
    const unfollow = store.sub(readingAtom, () => {
      if (isReading()) return
      unfollow()
      if (!failure) end(null)
    })
  }

  store.sub(dictationAtom, () => {
    const dictation = store.get(dictationAtom)
    if (dictation?.state !== 'reading') stopReading()
    else if (!isReading()) read(dictation.text)
  })
}
