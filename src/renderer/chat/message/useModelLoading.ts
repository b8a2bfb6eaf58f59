import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { modelsAtom, sameModel } from '../../core/store.ts'

/** A model in memory answers before this time. */
const firstLookMilliseconds = 500
const pauseMilliseconds = 2000

/** Tells whether a local server reports that it is still loading the model. */
export function useModelLoading(model: ModelReference | null): boolean {
  const known = useAtomValue(modelsAtom)?.find((candidate) => model && sameModel(candidate, model))
  // An older list only shows that the server reports the state; the current state is asked now.
  const tells = known?.local === true && known.loadState !== undefined
  const [loading, setLoading] = useState(false)
  const { providerId, modelId } = known ?? {}
  useEffect(() => {
    if (!tells || providerId === undefined || modelId === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let mounted = true
    const look = async (): Promise<void> => {
      const loads = await isLoading({ providerId, modelId })
      if (!mounted) return
      setLoading(loads)
      timer = setTimeout(() => void look(), pauseMilliseconds)
    }
    timer = setTimeout(() => void look(), firstLookMilliseconds)
    return () => {
      mounted = false
      clearTimeout(timer)
    }
  }, [tells, providerId, modelId])
  return loading
}

async function isLoading(model: ModelReference): Promise<boolean> {
  try {
    await api.providers.check({ id: model.providerId })
    const { loadState } = await api.providers.describe(model)
    return loadState === 'loading' || loadState === 'notLoaded'
  } catch {
    // The reply itself reports the server's failure.
    return false
  }
}
