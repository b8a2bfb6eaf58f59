import { useState } from 'react'
import { toWire } from '../../../shared/errors.ts'
import type { ModelCheck } from '../../../shared/providers.ts'
import { api } from '../../core/bridge.ts'

/** The models that the user has typed since the field was opened, with the service's answers. */
export type ModelChecks = ReadonlyMap<string, ModelCheck | undefined>

/** Asks the service for models that the user types. */
export function useModelChecks(providerId: string): {
  checks: ModelChecks
  ask: (modelIds: readonly string[]) => void
} {
  const [checks, setChecks] = useState<ModelChecks>(new Map())
  const keep = (modelId: string, check: ModelCheck | undefined): void => {
    setChecks((known) => new Map([...known, [modelId, check]]))
  }
  const ask = (modelIds: readonly string[]): void => {
    for (const modelId of modelIds) {
      keep(modelId, undefined)
      api.providers.checkModel({ providerId, modelId }).then(
        (check) => keep(modelId, check),
        (error: unknown) => keep(modelId, { outcome: 'unchecked', error: toWire(error) }),
      )
    }
  }
  return { checks, ask }
}
