import { inflateSync } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { partsOf } from '../../pictures/metadata/pictureParts.ts'
import type { PicturePart, PictureParts } from '../../pictures/metadata/pictureParts.ts'
import { savedSettingsSchema, type SavedSettings } from '../../../shared/mediaSettings.ts'
import { parametersKeyword, parleyKeyword } from './parametersText.ts'
import { readComfySettings } from './readComfySettings.ts'
import { readDream, readInvoke2, readInvokeMetadata } from './readInvoke.ts'
import { readParameters, type FoundSettings } from './readParameters.ts'

/** The longest text of a picture that is read. A workflow of ComfyUI may be long. */
const textBytesMaximum = 4 * 1024 * 1024

/**
 * Returns the settings that a picture carries, as Parley, Automatic1111, InvokeAI or ComfyUI have
 * written them; null if it carries none.
 */
export function readSettings(file: Uint8Array): SavedSettings | null {
  const read = partsOf(file)
  if (!read) return null
  const texts = textsOf(read)
  return (
    fromParley(texts.get(parleyKeyword)) ??
    readWith(readParameters, texts.get(parametersKeyword)) ??
    readWith(readInvokeMetadata, texts.get('invokeai_metadata') ?? texts.get('invokeai')) ??
    readWith(readInvoke2, texts.get('sd-metadata')) ??
    readWith(readDream, texts.get('Dream')) ??
    readWith(readComfySettings, texts.get('prompt'))
  )
}

/** Returns a picture's texts by their keywords. */
function textsOf({ format, parts }: PictureParts): Map<string, string> {
  const texts = new Map<string, string>()
  for (const part of parts) {
    const [keyword, text] = format === 'png' ? pngText(part) : otherText(part)
    if (keyword !== '' && !texts.has(keyword)) texts.set(keyword, text)
  }
  return texts
}

type Text = readonly [keyword: string, text: string]
const none: Text = ['', '']

function pngText({ name, content }: PicturePart): Text {
  const end = content.indexOf(0)
  if (end < 1 || content.length > textBytesMaximum) return none
  const keyword = content.toString('latin1', 0, end)
  if (name === 'tEXt') return [keyword, content.toString('latin1', end + 1)]
  if (name === 'zTXt') return [keyword, inflated(content.subarray(end + 2)).toString('latin1')]
  if (name !== 'iTXt') return none
  const isPacked = content[end + 1] === 1
  const language = content.indexOf(0, end + 3)
  const translated = content.indexOf(0, language + 1)
  if (language < 0 || translated < 0) return none
  const text = content.subarray(translated + 1)
  return [keyword, (isPacked ? inflated(text) : text).toString('utf8')]
}

function inflated(packed: Buffer): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: textBytesMaximum })
  } catch {
    return Buffer.alloc(0)
  }
}

/** Reads Parley's XMP, and the comment that Automatic1111 writes into Exif. */
function otherText({ name, content }: PicturePart): Text {
  if (content.length > textBytesMaximum) return none
  if (name === 'XMP ' || name === 'APP1') {
    const xmp = /<parley:settings>([^<]*)<\/parley:settings>/.exec(content.toString('utf8'))?.[1]
    if (xmp !== undefined) return [parleyKeyword, unescape(xmp)]
  }
  if (name !== 'EXIF' && name !== 'APP1') return none
  const comment = content.indexOf('UNICODE\0', 0, 'latin1')
  if (comment < 0) return comfyText(content)
  const wide = content.subarray(comment + 8)
  // Automatic1111 writes big-endian text, whatever the rest of the Exif is.
  const isBig = wide[0] === 0
  const even = Buffer.from(wide.subarray(0, wide.length - (wide.length % 2)))
  const text = (isBig ? even.swap16() : even).toString('utf16le')
  return [parametersKeyword, text.replace(/\0[\s\S]*$/, '')]
}

/** ComfyUI writes its graph into a WebP's Exif, as `prompt:{…}`. */
function comfyText(content: Buffer): Text {
  const start = content.indexOf('prompt:{', 0, 'latin1')
  if (start < 0) return none
  const end = content.indexOf(0, start)
  return ['prompt', content.toString('utf8', start + 'prompt:'.length, end < 0 ? undefined : end)]
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
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
