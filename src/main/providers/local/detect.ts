import { z } from 'zod'
import { isObject, parseJson } from '../../../shared/json.ts'
import { readBytes, readText } from '../transport/byteStream.ts'
import type { Fetch } from '../transport/transport.ts'
import type { LocalServerId } from './localServers.ts'

/** The response at a path. The status is 0 if nothing answered in time. */
export interface Probe {
  status: number
  json: unknown
  text: string
  /** The `server` header. */
  software: string
}

export type Ask = (path: string) => Promise<Probe>

const silent: Probe = { status: 0, json: undefined, text: '', software: '' }
const maxAnswerBytes = 4 * 1024 * 1024

/**
 * Returns a function that probes a local server with a short limit. Any fault counts as no answer.
 */
export function createAsk(
  origin: string,
  { fetch, key, limit }: { fetch: Fetch; key: string | null; limit: AbortSignal },
): Ask {
  return async (path) => {
    try {
      const headers = key === null ? {} : { authorization: `Bearer ${key}` }
      const response = await fetch(origin + path, { headers, signal: limit })
      const bytes = readBytes(response.body, { idleMilliseconds: () => 1000, signal: limit })
      const text = await readText(bytes, maxAnswerBytes)
      const software = response.headers.get('server') ?? ''
      return { status: response.status, json: parseJson(text), text, software }
    } catch {
      return silent
    }
  }
}

const versionSchema = z.object({ version: z.string() })
const lmStudioListSchema = z.object({ models: z.array(z.unknown()) })
const listSchema = z.object({ data: z.array(z.unknown()) })
const propsSchema = z.object({ default_generation_settings: z.looseObject({}) })
const koboldSchema = z.object({ result: z.literal('KoboldCpp') })

function matches(schema: z.ZodType, { status, json }: Probe): boolean {
  return status === 200 && schema.safeParse(json).success
}

/** Returns true for a demand for a key. Many web servers answer 403 in HTML, but only an API in JSON. */
function wantsKey({ status, json }: Probe): boolean {
  return status === 401 || (status === 403 && isObject(json))
}

/** Returns true for a list of models or a demand for a key: only an API answers so. */
function hasModelList(probe: Probe): boolean {
  return wantsKey(probe) || matches(listSchema, probe)
}

/** Running, or still loading a model. A missing path proves nothing. */
const healthStatuses: ReadonlySet<number> = new Set([200, 401, 503])

/**
 * Detects each server by its answers, because several share a port: llama.cpp, LocalAI and many web
 * servers use 8080.
 */
export const detectors: Record<LocalServerId, (ask: Ask) => Promise<boolean>> = {
  // A proxy in front of Ollama may ask for a key, and new versions of LM Studio do.
  ollama: async (ask) => {
    const version = await ask('/api/version')
    return matches(versionSchema, version) || wantsKey(version)
  },
  lmstudio: async (ask) => {
    const [current, older] = await Promise.all([ask('/api/v1/models'), ask('/api/v0/models')])
    return matches(lmStudioListSchema, current) || matches(listSchema, older) || wantsKey(current)
  },
  llamacpp: async (ask) => {
    const [props, health] = await Promise.all([ask('/props'), ask('/health')])
    // With a key set, the server refuses /props but not /health, which answers 503 while a model
    // loads.
    return (
      matches(propsSchema, props) ||
      (healthStatuses.has(health.status) && /llama\.cpp/i.test(health.software))
    )
  },
  vllm: async (ask) => {
    const [version, list] = await Promise.all([ask('/version'), ask('/v1/models')])
    return matches(versionSchema, version) && hasModelList(list)
  },
  localai: async (ask) => {
    const [ready, list, props] = await Promise.all([
      ask('/readyz'),
      ask('/v1/models'),
      ask('/props'),
    ])
    return ready.status === 200 && hasModelList(list) && !matches(propsSchema, props)
  },
  jan: async (ask) => hasModelList(await ask('/v1/models')),
  koboldcpp: async (ask) => matches(koboldSchema, await ask('/api/extra/version')),
}
