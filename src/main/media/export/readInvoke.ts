import { isObject, objectsOf, textOf } from '../../../shared/json.ts'
import { parsePythonJson } from '../parsePythonJson.ts'
import type { FoundSettings } from './readParameters.ts'

/** Reads the settings of InvokeAI 3 and later: `invokeai_metadata`. */
export function readInvokeMetadata(text: string): FoundSettings | undefined {
  const json = parsePythonJson(text)
  if (!isObject(json)) return undefined
  const { model } = json
  return {
    prompt: json['positive_prompt'] ?? json['positive_conditioning'],
    negativePrompt: json['negative_prompt'] ?? json['negative_conditioning'],
    modelId: isObject(model) ? (model['name'] ?? model['model_name']) : model,
    seed: json['seed'],
    steps: json['steps'] ?? json['num_steps'],
    guidance: json['guidance'] ?? json['cfg_scale'],
    width: json['width'],
    height: json['height'],
    scheduler: json['scheduler'],
    clip_skip: json['clip_skip'] === 0 ? undefined : json['clip_skip'],
  }
}

/** Reads the settings of InvokeAI 1 and 2: `sd-metadata`, whose picture stands in `image`. */
export function readInvoke2(text: string): FoundSettings | undefined {
  const json = parsePythonJson(text)
  if (!isObject(json)) return undefined
  const image = isObject(json['image']) ? json['image'] : objectsOf(json['images'])[0]
  if (!image) return undefined
  const { prompt: given } = image
  const words =
    typeof given === 'string'
      ? given
      : objectsOf(given)
          .map(({ prompt }) => textOf(prompt))
          .join(' ')
  return {
    ...withNegative(words),
    modelId: json['model_weights'] ?? json['model_id'] ?? json['model'],
    ...{ seed: image['seed'], steps: image['steps'], guidance: image['cfg_scale'] },
    ...{ width: image['width'], height: image['height'] },
    sampler_name: image['sampler'],
    denoising_strength: image['strength'],
  }
}

const dreamOption = /(?:^|\s)-([sSWHCA])\s*([\w.]+)/g

/** Reads InvokeAI's first text, `Dream`: `"a fox" -s 50 -S 42 -W 512 -H 512 -C 7.5 -A k_lms`. */
export function readDream(text: string): FoundSettings | undefined {
  const [, quoted, bare, rest = ''] =
    /^(?:!?dream>?\s*)?(?:"((?:\\.|[^\\"])*)"|(.*?))(\s-[A-Za-z].*)?$/s.exec(text.trim()) ?? []
  const options = new Map([...rest.matchAll(dreamOption)].map(([, name, value]) => [name, value]))
  if (options.size === 0) return undefined
  return {
    ...withNegative(quoted?.replaceAll(/\\(["\\])/g, '$1') ?? bare ?? ''),
    ...{ seed: options.get('S'), steps: options.get('s'), guidance: options.get('C') },
    ...{ width: options.get('W'), height: options.get('H') },
    sampler_name: options.get('A'),
  }
}

/** InvokeAI 2 writes what to avoid into the prompt, in brackets. */
function withNegative(words: string): { prompt: string; negativePrompt?: string } {
  const negative = [...words.matchAll(/\[([^[\]]*)\]/g)].map(([, avoided = '']) => avoided.trim())
  const prompt = words.replaceAll(/\s*\[[^[\]]*\]/g, '').trim()
  return { prompt, ...(negative.length > 0 && { negativePrompt: negative.join(', ') }) }
}
