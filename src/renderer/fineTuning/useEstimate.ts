import { useEffect, useState } from 'react'
import { toWire, type WireError } from '../../shared/errors.ts'
import type { TrainingEstimate, TrainingOptions } from '../../shared/fineTuning/fineTuning.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'

/** The pause in typing after which the estimate follows. */
const pauseMs = 200

interface Shown {
  estimate: TrainingEstimate | null
  failure: { error: WireError; at: number } | undefined
}

/** Returns the newest estimate of a draft, and has main keep what the user has chosen. */
export function useEstimate(
  id: string,
  model: ModelReference | null,
  options: TrainingOptions | undefined,
): Shown {
  const [shown, setShown] = useState<Shown>({ estimate: null, failure: undefined })
  // The options are a new object each time.
  const given = options && JSON.stringify({ id, model, options })
  useEffect(() => {
    if (given === undefined) return undefined
    let isCurrent = true
    const ask = async (): Promise<void> => {
      try {
        const request = JSON.parse(given) as Parameters<typeof api.fineTuning.estimate>[0]
        const { estimate } = await api.fineTuning.estimate(request)
        if (isCurrent) setShown({ estimate, failure: undefined })
      } catch (error) {
        const failure = { error: toWire(error), at: Date.now() }
        if (isCurrent) setShown({ estimate: null, failure })
      }
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [given])
  return shown
}
