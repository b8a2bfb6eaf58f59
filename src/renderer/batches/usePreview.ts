import { useEffect, useRef, useState } from 'react'
import type { Batch, BatchPreview } from '../../shared/batches/batches.ts'
import { toWire, type WireError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { putPrompts } from './batchList.ts'

interface Given {
  id: string
  model: ModelReference | null
  system: string
  prompt: string
  answerShape: string
}

interface Shown {
  preview: BatchPreview | undefined
  failure: { error: WireError; at: number } | undefined
}

/** The pause in typing after which the preview follows. */
const pauseMs = 200

/**
 * Returns the newest preview of a draft; the one before stays until it has come. Main keeps what it
 * gets, so the last letters are sent when the user leaves the draft, too. New `counts` ask again:
 * a row was tried.
 */
export function usePreview(
  { id, model, system, prompt, answerShape }: Given,
  counts: Batch['counts'],
): Shown {
  const [shown, setShown] = useState<Shown>({ preview: undefined, failure: undefined })
  const unsent = useRef<Given>(undefined)
  const latest = useRef<Given>(undefined)
  useEffect(() => {
    let isCurrent = true
    const given = { id, model, system, prompt, answerShape }
    latest.current = given
    unsent.current = given
    const ask = async (): Promise<void> => {
      unsent.current = undefined
      try {
        const preview = await api.batches.preview(given)
        if (isCurrent) setShown({ preview, failure: undefined })
      } catch (error) {
        const failure = { error: toWire(error), at: Date.now() }
        if (isCurrent) setShown({ preview: undefined, failure })
      }
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, model, system, prompt, answerShape, counts])
  useEffect(
    () => () => {
      if (unsent.current) attempt(api.batches.preview(unsent.current))
      if (latest.current) putPrompts(latest.current.id, latest.current)
    },
    [],
  )
  return shown
}
