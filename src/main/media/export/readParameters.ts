import { parseJson } from '../../../shared/json.ts'

/**
 * Settings read from the text that a program wrote into a picture, by the names of `looseSettings`.
 */
export type FoundSettings = Readonly<Record<string, unknown>>

const fact = /\s*([\p{L}_][\p{L}\p{N}_ \-/]*):\s*("(?:\\.|[^\\"])*"|[^,]*)(?:,|$)/gu
const factNames =
  /^(?:Steps|Sampler|Schedule type|CFG scale|Distilled CFG Scale|Seed|Size|Model hash|Model|Clip skip|Denoising strength|Version): /
/** Dynamic Prompts writes what the prompts were made from behind the facts. */
const templateLine = /^(?:Negative )?Template:/
const negativeLine = /^Negative prompt:\s?/

/**
 * Reads Automatic1111's text: the prompt, `Negative prompt: …`, one line of facts such as
 * `Steps: 20, Seed: 1, Size: 512x512, Model: …`, and templates behind it. Each of them may be missing.
 */
export function readParameters(text: string): FoundSettings {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n')
  const isFacts = (index: number): boolean => factNames.test((lines[index] ?? '').trimStart())
  // Templates follow the facts, and may hold anything themselves.
  const templates = lines.findIndex((line, index) => templateLine.test(line) && isFacts(index - 1))
  const place =
    templates > 0 ? templates - 1 : lines.findLastIndex((_line, index) => isFacts(index))
  const lone = lines.findIndex((line, index) => index > 0 && templateLine.test(line))
  const end = place >= 0 ? place : lone
  const described = end >= 0 ? lines.slice(0, end) : lines
  const facts = factsOf(place < 0 ? '' : (lines[place] ?? ''))
  const negative = described.findIndex((line) => negativeLine.test(line))
  const prompt = negative < 0 ? described : described.slice(0, negative)
  const [width, height] = (facts.get('Size') ?? '').split('x')
  return {
    prompt: prompt.join('\n').trim(),
    ...(negative >= 0 && {
      negativePrompt: described.slice(negative).join('\n').replace(negativeLine, '').trim(),
    }),
    modelId: facts.get('Model') ?? facts.get('Model hash'),
    seed: facts.get('Seed'),
    steps: facts.get('Steps'),
    // A distilled model is guided by this one, and the other is 1.
    guidance: facts.get('Distilled CFG Scale') ?? facts.get('CFG scale'),
    ...{ width, height },
    sampler_name: facts.get('Sampler'),
    scheduler: facts.get('Schedule type'),
    denoising_strength: numberOf(facts.get('Denoising strength')),
    clip_skip: numberOf(facts.get('Clip skip')),
    hires_upscale: numberOf(facts.get('Hires upscale')),
    hires_steps: numberOf(facts.get('Hires steps')),
    hires_upscaler: facts.get('Hires upscaler'),
    hires_prompt: facts.get('Hires prompt'),
    hires_negative_prompt: facts.get('Hires negative prompt'),
  }
}

function factsOf(line: string): Map<string, string> {
  return new Map(
    [...line.matchAll(fact)].map(([, name = '', value = '']) => [name.trim(), unquoted(value)]),
  )
}

/** A value with a comma, a colon or a line break is a text of JSON. */
function unquoted(value: string): string {
  if (!value.startsWith('"') || !value.endsWith('"')) return value.trim()
  const parsed = parseJson(value)
  return typeof parsed === 'string' ? parsed : value.slice(1, -1)
}

function numberOf(value: string | undefined): number | undefined {
  const number = Number(value === '' ? undefined : value)
  return Number.isFinite(number) ? number : undefined
}
