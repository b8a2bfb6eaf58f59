import { z } from 'zod'
import table from '../../../../resources/falVoices.json' with { type: 'json' }
import { AppError } from '../../../shared/errors.ts'
import type { Locale } from '../../../shared/languages.ts'
import { onFirstUse } from '../../../shared/onFirstUse.ts'
import { parseOnce } from '../../../shared/parseOnce.ts'
import type { FalVoiceReference, Voice } from '../../../shared/speech/voices.ts'
import { late, within } from '../../timeLimit.ts'
import type { FalAccount, FalApi } from './falApi.ts'
import type { FalCatalogue } from './falCatalogue.ts'
import { readFalFailure } from './falErrors.ts'
import { findFalFiles } from './falOutputs.ts'
import { readVoiceFields, type FalVoiceFields } from './readVoiceFields.ts'

const shippedSchema = z.array(
  z.object({ id: z.string(), name: z.string(), locale: z.string().nullable() }),
)
const shipped = onFirstUse(() => parseOnce(shippedSchema, table))

/** A list must not wait long for fal. What comes later is in the next one. */
const waitMilliseconds = 4000
const answerMilliseconds = 120_000
const schemaMilliseconds = 30_000
/** Pause before a model whose voices could not be read is asked again. */
const failureMilliseconds = 5 * 60_000
/** Long enough to fetch the sound, which nobody needs at fal afterwards. */
const keptSeconds = 60 * 60

export interface FalSpeakerOptions {
  api: FalApi
  catalogue: Pick<FalCatalogue, 'form'>
  /** Returns the bytes at an address of a result. */
  fetchSound: (address: string, signal: AbortSignal) => Promise<Uint8Array>
  now?: () => number
  listMilliseconds?: number
}

/** The voices of one account at fal. */
export interface FalSpeaker {
  id: string
  /** Returns those that speak a language; those of a model that can't be asked are left out. */
  voices: (locale: Locale) => Promise<Voice[]>
  /**
   * Synthesises a text. It is sent once, and paid for. What was paid for and not fetched is fetched
   * by the next request for the same. Errors: voiceMissing, mediaExpired, mediaUnusable, those of a
   * request.
   */
  speak: (voice: FalVoiceReference, request: { text: string; speed: number }) => Promise<Uint8Array>
}

export function createFalSpeaker(
  { id, name: provider }: Pick<FalAccount, 'id' | 'name'>,
  options: FalSpeakerOptions,
): FalSpeaker {
  const { api, catalogue, fetchSound, now = Date.now } = options
  const { listMilliseconds = waitMilliseconds } = options
  const asking = new Map<string, Promise<FalVoiceFields | undefined>>()
  const failedAt = new Map<string, number>()
  /** The addresses of sounds that are paid for and not fetched. */
  const unfetched = new Map<string, string>()

  async function ask(modelId: string): Promise<FalVoiceFields | undefined> {
    const form = await catalogue.form(modelId, AbortSignal.timeout(schemaMilliseconds))
    const fields = readVoiceFields(form)
    if (fields) failedAt.delete(modelId)
    else failedAt.set(modelId, now())
    return fields
  }

  function fieldsOf(modelId: string): Promise<FalVoiceFields | undefined> {
    const pending = asking.get(modelId)
    if (pending) return pending
    const asked = ask(modelId).finally(() => asking.delete(modelId))
    asking.set(modelId, asked)
    return asked
  }

  async function post(modelId: string, input: Record<string, unknown>): Promise<string> {
    const sent = { endpoint: modelId, input, keptSeconds }
    const answer = await api.calls.run(sent, AbortSignal.timeout(answerMilliseconds))
    const { status, json } = answer
    if (status >= 300) {
      const told = status === 422 ? readFalFailure(json, { provider, status }) : undefined
      throw told?.error ?? api.failureOf(answer, api.addresses.direct, modelId)
    }
    const [file] = findFalFiles(json)
    if (file && 'url' in file) return file.url
    throw new AppError('malformedAnswer', 'The answer has no sound', { provider, model: modelId })
  }

  return {
    id,
    async voices(locale) {
      const asked = shipped().filter((model) => {
        const isQuiet = now() - (failedAt.get(model.id) ?? -Infinity) < failureMilliseconds
        return !isQuiet && isOfLanguage(model.locale, locale)
      })
      const found = await Promise.all(
        asked.map(async (model) => {
          const fields = await within(listMilliseconds, fieldsOf(model.id))
          if (fields === late || !fields) return []
          return fields.voices.map((voice): Voice => ({
            reference: { family: 'fal', providerId: id, modelId: model.id, voice },
            name: shownName(voice),
            locale: model.locale,
            source: `${provider} · ${model.name}`,
          }))
        }),
      )
      return found
        .flat()
        .toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale))
    },
    async speak({ modelId, voice }, { text, speed }) {
      const isShipped = shipped().some((model) => model.id === modelId)
      const fields = isShipped ? await fieldsOf(modelId) : undefined
      if (!fields?.voices.includes(voice)) {
        throw new AppError('voiceMissing', 'The model has no such voice', { provider })
      }
      const input = inputOf(fields, { text, voice, speed })
      const key = JSON.stringify([modelId, input])
      const address = unfetched.get(key) ?? (await post(modelId, input))
      unfetched.set(key, address)
      try {
        const sound = await fetchSound(address, AbortSignal.timeout(answerMilliseconds))
        unfetched.delete(key)
        return sound
      } catch (error) {
        if (error instanceof AppError && error.code === 'mediaExpired') unfetched.delete(key)
        throw error
      }
    },
  }
}

function inputOf(
  { text, voice, speed, format }: FalVoiceFields,
  given: { text: string; voice: string; speed: number },
): Record<string, unknown> {
  return {
    [text]: given.text,
    [voice]: given.voice,
    ...(speed && { [speed.name]: Math.min(speed.maximum, Math.max(speed.minimum, given.speed)) }),
    ...(format && { [format.name]: format.value }),
  }
}

function isOfLanguage(spoken: string | null, locale: Locale): boolean {
  return spoken === null || spoken.split('-')[0] === locale.split('-')[0]
}

/** Kokoro names its voices after language and gender: `af_heart`. */
function shownName(voice: string): string {
  const plain = voice.replace(/^[a-z]{2}_/, '').replaceAll('_', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
