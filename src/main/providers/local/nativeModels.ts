import { z } from 'zod'
import type { Model } from '../../../shared/providers.ts'
import { isOtherPurpose } from '../openAiCompatible/listModels.ts'
import type { Ask } from './detect.ts'
import type { LocalServerId } from './localServers.ts'

type NativeModel = Omit<Model, 'providerId' | 'local'>

const text = z.string().nullish().catch(null)
const tokens = z.number().int().positive().nullish().catch(null)

const ollamaSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      details: z.object({ family: text }).nullish().catch(null),
      capabilities: z.array(z.string()).nullish().catch(null),
    }),
  ),
})

const lmStudioSchema = z.object({
  models: z.array(
    z.object({ type: text, key: z.string(), display_name: text, max_context_length: tokens }),
  ),
})

const lmStudioOlderSchema = z.object({
  data: z.array(z.object({ id: z.string(), type: text, max_context_length: tokens })),
})

/** The chat models by a server's own list, where that tells more; null where it has none. */
export async function listNativeModels(
  server: LocalServerId,
  ask: Ask,
): Promise<NativeModel[] | null> {
  if (server === 'ollama') return listOllama(ask)
  if (server === 'lmstudio') return listLmStudio(ask)
  return null
}

async function listOllama(ask: Ask): Promise<NativeModel[] | null> {
  const list = ollamaSchema.safeParse((await ask('/api/tags')).json)
  if (!list.success) return null
  return list.data.models
    .filter(({ name, details, capabilities }) => {
      if (capabilities) return capabilities.includes('completion')
      return !/bert/.test(details?.family ?? '') && !isOtherPurpose(name)
    })
    .map(({ name }) => ({ modelId: name, name: name.replace(/:latest$/, '') }))
}

async function listLmStudio(ask: Ask): Promise<NativeModel[] | null> {
  const [current, older] = await Promise.all([ask('/api/v1/models'), ask('/api/v0/models')])
  const list = lmStudioSchema.safeParse(current.json)
  if (list.success) {
    return list.data.models
      .filter(({ type }) => type !== 'embedding')
      .map(({ key, display_name: name, max_context_length: context }) =>
        toModel(key, name || key, context),
      )
  }
  const olderList = lmStudioOlderSchema.safeParse(older.json)
  if (!olderList.success) return null
  return olderList.data.data
    .filter(({ type }) => type !== 'embeddings')
    .map(({ id, max_context_length: context }) => toModel(id, id, context))
}

function toModel(modelId: string, name: string, context: number | null | undefined): NativeModel {
  return { modelId, name, ...(context && { contextTokens: context }) }
}
