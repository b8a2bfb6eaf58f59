import { useEffect, useState } from 'react'
import type { ModelReference } from '../../../shared/models.ts'
import type { ChatPlugin } from '../../../shared/plugins/plugins.ts'
import type { ToolBudget } from '../../../shared/plugins/tools.ts'
import { api } from '../../core/bridge.ts'

/** Returns what all tools of a chat cost with a model; undefined while it is unknown. */
export function useToolBudget(
  conversationId: string | null,
  model: ModelReference | undefined,
  plugins: readonly ChatPlugin[] | undefined,
): ToolBudget | undefined {
  const [budget, setBudget] = useState<ToolBudget>()
  const { providerId, modelId } = model ?? {}
  useEffect(() => {
    if (conversationId === null || providerId === undefined || modelId === undefined) return
    let isOver = false
    api.tools.budget({ conversationId, model: { providerId, modelId } }).then(
      (found) => {
        if (!isOver) setBudget(found)
      },
      // The plugins' own figures stay.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [conversationId, providerId, modelId, plugins])
  return budget
}
