import { useEffect, useState } from 'react'
import type { BatchPreview } from '../../shared/batches/batches.ts'
import { toWire, type WireError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'

interface Given {
  id: string
  model: ModelReference | null
  system: string
  prompt: string
}

interface Shown {
  preview: BatchPreview | undefined
  failure: { error: WireError; at: number } | undefined
}

/** The pause in typing after which the preview follows. */
const pauseMs = 200

/** Returns the newest preview of a table; the one before stays until it has come. */
export function usePreview({ id, model, system, prompt }: Given): Shown {
  const [shown, setShown] = useState<Shown>({ preview: undefined, failure: undefined })
  useEffect(() => {
    let isCurrent = true
    const ask = async (): Promise<void> => {
      try {
        const preview = await api.batches.preview({ id, model, system, prompt })
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
  }, [id, model, system, prompt])
  return shown
}
