import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { parametersKeyword, parleyKeyword, readTexts } from '../../pictures/metadata/readTexts.ts'
import { savedSettingsSchema, type SavedSettings } from '../../../shared/media/mediaSettings.ts'
import { readComfySettings } from './readComfySettings.ts'
import { readDream, readInvoke2, readInvokeMetadata } from './readInvoke.ts'
import { readParameters, type FoundSettings } from './readParameters.ts'

/**
 * Returns the settings that a picture carries, as Parley, Automatic1111, InvokeAI or ComfyUI have
 * written them; null if it carries none.
 */
export function readSettings(file: Uint8Array): SavedSettings | null {
  const texts = readTexts(file)
  if (!texts) return null
  return (
    fromParley(texts.get(parleyKeyword)) ??
    readWith(readParameters, texts.get(parametersKeyword)) ??
    readWith(readInvokeMetadata, texts.get('invokeai_metadata') ?? texts.get('invokeai')) ??
    readWith(readInvoke2, texts.get('sd-metadata')) ??
    readWith(readDream, texts.get('Dream')) ??
    readWith(readComfySettings, texts.get('prompt'))
  )
}

function fromParley(text: string | undefined): SavedSettings | null {
  if (text === undefined) return null
  return savedSettingsSchema.safeParse(parseJson(text)).data ?? null
}

type Read = (text: string) => FoundSettings | undefined

function readWith(read: Read, text: string | undefined): SavedSettings | null {
  const found = text === undefined ? undefined : read(text)
  return found ? settingsOf(found) : null
}

// An empty text is no number.
const number = z
  .union([z.number(), z.string().trim().min(1)])
  .pipe(z.coerce.number())
  .nullish()
  .catch(null)
const side = number.transform((value) => (value && value > 0 ? Math.round(value) : null))
const text = z.string().max(100_000).nullish().catch(null)
const looseSchema = z
  .object({
    prompt: z.string().max(100_000).catch(''),
    negativePrompt: text,
    modelId: text,
    seed: number,
    steps: number,
    guidance: number,
    width: side,
    height: side,
  })
  .catchall(z.unknown())

/** Returns what could be read; null if it says nothing. What has no place of its own is a value. */
function settingsOf(found: FoundSettings): SavedSettings | null {
  const { prompt, negativePrompt, modelId, seed, steps, guidance, width, height, ...others } =
    looseSchema.parse(found)
  if (prompt === '' && typeof seed !== 'number') return null
  // JSON rounds a seed beyond 2^53, which would make another picture.
  const isExact = typeof seed === 'number' && Number.isSafeInteger(seed)
  const rest = { negativePrompt, modelId, steps, guidance, width, height }
  const settings = {
    prompt,
    ...(isExact && { seed }),
    ...withoutMissing(rest),
    values: withoutMissing({
      ...others,
      ...(typeof seed === 'number' && !isExact && { seed: String(seed) }),
    }),
  }
  return savedSettingsSchema.safeParse(settings).data ?? null
}

function withoutMissing(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  )
}
