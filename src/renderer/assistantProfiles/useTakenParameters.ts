import { useEffect, useState } from 'react'
import type { TakenParameters } from '../../shared/assistantProfiles.ts'
import { everyParameter } from '../../shared/answerSetup.ts'
import type { ModelReference, ReasoningEffort } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'

/** Returns the parameters that a model takes; undefined before main's first answer. */
export function useTakenParameters(
  model: ModelReference | null,
  effort: ReasoningEffort,
): TakenParameters | undefined {
  const [taken, setTaken] = useState<TakenParameters>()
  const { providerId, modelId } = model ?? {}
  useEffect(() => {
    if (providerId === undefined || modelId === undefined) {
      setTaken(everyParameter)
      return
    }
    let current = true
    api.assistantProfiles.parameters({ model: { providerId, modelId }, effort }).then(
      (found) => current && setTaken(found),
      // Sending says what is wrong.
      () => current && setTaken(everyParameter),
    )
    return () => {
      current = false
    }
  }, [providerId, modelId, effort])
  return taken
}
