import { z } from 'zod'
import type { Model } from '../../../shared/models.ts'
import type { Provider } from '../provider.ts'
import type { Flavour, FlavourOptions } from './flavour.ts'
import { words } from '../answer/answerFields.ts'

const entrySchema = z.object({ id: z.string(), capabilities: words, input_modalities: words })
type Entry = z.infer<typeof entrySchema>
const listSchema = z.object({ data: z.array(entrySchema) })
const systemSchema = z.object({ loaded_models: z.array(z.object({ id: z.string() })) })

/** LocalAI: it reports the purpose of each model and which are in memory. */
export function createLocalAi({ api, loading }: FlavourOptions, compatible: Provider): Flavour {
  return {
    async models(signal) {
      const [listed, facts, system] = await Promise.all([
        compatible.models(signal),
        api.ask('/v1/models/capabilities', { signal }),
        api.ask('/system', { signal }),
      ])
      const entries = new Map(
        (listSchema.safeParse(facts).data?.data ?? []).map((entry) => [entry.id, entry]),
      )
      const inMemory = systemSchema.safeParse(system).data?.loaded_models.map(({ id }) => id)
      return listed.flatMap((model) => {
        const entry = entries.get(model.modelId)
        if (entry && !isChat(entry)) return []
        const { modelId } = model
        return {
          ...model,
          ...(entry && { capabilities: { ...model.capabilities, ...capabilitiesOf(entry) } }),
          ...(inMemory && { loadState: loading.stateOf(modelId, inMemory.includes(modelId)) }),
        }
      })
    },
  }
}

function isChat({ capabilities }: Entry): boolean {
  return !capabilities || capabilities.includes('chat') || capabilities.includes('completion')
}

function capabilitiesOf({ capabilities, input_modalities: inputs }: Entry): Model['capabilities'] {
  const image = inputs ? inputs.includes('image') : capabilities?.includes('vision')
  return {
    ...(image !== undefined && { image }),
    ...(inputs && { audio: inputs.includes('audio') }),
  }
}
