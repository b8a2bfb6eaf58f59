import { inflateSync } from 'node:zlib'
import { z } from 'zod'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { partsOf } from './pictureParts.ts'
import type { PicturePart, PictureParts } from './pictureParts.ts'
import { savedSettingsSchema, type SavedSettings } from '../../../shared/mediaSettings.ts'
import { parametersKeyword, parleyKeyword } from './parametersText.ts'

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
    fromParameters(texts.get(parametersKeyword)) ??
    fromInvoke(texts.get('invokeai_metadata')) ??
    fromComfy(texts.get('prompt'))
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
  if (comment < 0) return none
  const wide = content.subarray(comment + 8)
  // Automatic1111 writes big-endian text, whatever the rest of the Exif is.
  const isBig = wide[0] === 0
  const even = Buffer.from(wide.subarray(0, wide.length - (wide.length % 2)))
  const text = (isBig ? even.swap16() : even).toString('utf16le')
  return [parametersKeyword, text.replace(/\0[\s\S]*$/, '')]
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function fromParley(text: string | undefined): SavedSettings | null {
  if (text === undefined) return null
  return savedSettingsSchema.safeParse(parseJson(text)).data ?? null
}

/** Reads `prompt\nNegative prompt: …\nSteps: 20, Seed: 1, Size: 512x512, Model: …`. */
function fromParameters(text: string | undefined): SavedSettings | null {
  if (text === undefined) return null
  const lines = text.split('\n')
  const last = lines.at(-1) ?? ''
  const hasFacts = /^(?:Steps|Seed|Size|CFG scale|Model|Sampler): /.test(last)
  const described = (hasFacts ? lines.slice(0, -1) : lines).join('\n')
  const [prompt = '', negative] = described.split(/\n?Negative prompt: /, 2)
  const facts = new Map(
    [...(hasFacts ? last : '').matchAll(/([A-Z][\w ]*): ("[^"]*"|[^,]*)/g)].map(
      ([, name = '', value = '']) => [name, value.trim()],
    ),
  )
  const [width, height] = (facts.get('Size') ?? '').split('x')
  return settingsOf({
    prompt: prompt.trim(),
    negativePrompt: negative?.trim(),
    modelId: facts.get('Model'),
    seed: facts.get('Seed'),
    steps: facts.get('Steps'),
    guidance: facts.get('CFG scale'),
    ...{ width, height },
  })
}

function fromInvoke(text: string | undefined): SavedSettings | null {
  const json = text === undefined ? undefined : parseJson(text)
  if (!isObject(json)) return null
  const { model } = json
  return settingsOf({
    prompt: json['positive_prompt'],
    negativePrompt: json['negative_prompt'],
    modelId: isObject(model) ? (model['name'] ?? model['model_name']) : undefined,
    seed: json['seed'],
    steps: json['steps'],
    guidance: json['cfg_scale'],
    width: json['width'],
    height: json['height'],
  })
}

/** Reads a graph of ComfyUI: from the sampler to the prompts that lead to it. */
function fromComfy(text: string | undefined): SavedSettings | null {
  const graph = text === undefined ? undefined : parseJson(text)
  if (!isObject(graph)) return null
  const inputsOf = (node: unknown): JsonObject =>
    isObject(node) && isObject(node['inputs']) ? node['inputs'] : {}
  const nodes = Object.values(graph)
  const sampler = nodes.map(inputsOf).find((inputs) => Array.isArray(inputs['positive']))
  const follow = (link: unknown): JsonObject =>
    inputsOf(Array.isArray(link) ? graph[String(link[0])] : undefined)
  const latent = follow(sampler?.['latent_image'])
  const checkpoint = nodes.map(inputsOf).find((inputs) => 'ckpt_name' in inputs)
  return settingsOf({
    prompt: follow(sampler?.['positive'])['text'],
    negativePrompt: follow(sampler?.['negative'])['text'],
    modelId: checkpoint?.['ckpt_name'],
    seed: sampler?.['seed'] ?? sampler?.['noise_seed'],
    steps: sampler?.['steps'],
    guidance: sampler?.['cfg'],
    width: latent['width'],
    height: latent['height'],
  })
}

const number = z.coerce.number().nullish().catch(null)
const text = z.string().max(100_000).nullish().catch(null)
const looseSchema = z.object({
  prompt: z.string().max(100_000).catch(''),
  negativePrompt: text,
  modelId: text,
  seed: number,
  steps: number,
  guidance: number,
  width: number,
  height: number,
})

/** Returns what could be read; null if it says nothing. */
function settingsOf(found: Readonly<Record<string, unknown>>): SavedSettings | null {
  const { prompt, seed, ...rest } = looseSchema.parse(found)
  if (prompt === '' && typeof seed !== 'number') return null
  const known = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
  const settings = {
    prompt,
    ...(typeof seed === 'number' && { seed }),
    ...Object.fromEntries(known),
  }
  return savedSettingsSchema.safeParse(settings).data ?? null
}
