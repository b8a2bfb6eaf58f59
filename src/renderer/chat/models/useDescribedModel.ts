import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Model } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { sameModel } from '../../core/store.ts'
import { currentModelAtom, currentModelDetailsAtom } from '../conversation/currentModel.ts'

/** Returns the details of the current model, even if its provider no longer lists it. */
export function useDescribedModel(): Model | undefined {
  const current = useAtomValue(currentModelAtom)
  const listed = useAtomValue(currentModelDetailsAtom)
  const [described, setDescribed] = useState<Model>()
  const { providerId, modelId } = current ?? {}
  const unlisted = listed === undefined
  useEffect(() => {
    if (!unlisted || providerId === undefined || modelId === undefined) return
    let mounted = true
    api.providers.describe({ providerId, modelId }).then(
      (model) => {
        if (mounted) setDescribed(model)
      },
      // The provider is gone; its own notice says so.
      () => undefined,
    )
    return () => {
      mounted = false
    }
  }, [unlisted, providerId, modelId])
  if (listed) return listed
  return current && described && sameModel(described, current) ? described : undefined
}
