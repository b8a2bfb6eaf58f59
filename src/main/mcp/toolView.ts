import { z } from 'zod'
import type { ToolView } from '../../shared/plugins/pluginSheet.ts'

const resourceSchema = z.string().startsWith('ui://').max(2000)
const metaSchema = z.looseObject({
  ui: z
    .looseObject({
      resourceUri: resourceSchema.optional(),
      visibility: z.array(z.string()).optional(),
    })
    .optional(),
  // The name of the protocol's first draft.
  'ui/resourceUri': resourceSchema.optional(),
})

/** Returns what a tool says of its view and of who may call it; undefined if it says nothing. */
export function readToolView(meta: unknown): ToolView | undefined {
  const { data } = metaSchema.safeParse(meta)
  const resource = data?.ui?.resourceUri ?? data?.['ui/resourceUri'] ?? null
  if (!data?.ui && resource === null) return undefined
  const visibility = data?.ui?.visibility ?? ['model', 'app']
  return { resource, forModel: visibility.includes('model'), forView: visibility.includes('app') }
}
