import type { FormField } from '../../../shared/media/mediaForm.ts'

/** Form fields of a fal model that speaks text. */
export interface FalVoiceFields {
  /** The names of the fields for the text and for the voice. */
  text: string
  voice: string
  voices: string[]
  speed: { name: string; minimum: number; maximum: number } | undefined
  format: { name: string; value: string } | undefined
}

const textNames = ['text', 'prompt', 'input']
const voiceName = /^voice(?:_id|_name)?$/
const speedName = /^(?:voice_)?speed$/
/** Those that Parley plays and joins to one file, the smaller first. */
const formats = ['mp3', 'wav']

/** Reads a model's form. Returns undefined if it does not speak a text in a voice of its list. */
export function readVoiceFields(fields: readonly FormField[]): FalVoiceFields | undefined {
  const text = textNames.find((wanted) =>
    fields.some(({ name, type }) => name === wanted && type === 'text'),
  )
  const voice = choiceOf(fields, voiceName)
  if (text === undefined || !voice || voice.values.length === 0) return undefined
  const known = new Set([text, voice.name])
  if (fields.some(({ name, required }) => required && !known.has(name))) return undefined
  const output = choiceOf(fields, /^output_format$/)
  const format = output && formats.find((each) => output.values.includes(each))
  return {
    ...{ text, voice: voice.name, voices: voice.values, speed: speedOf(fields) },
    format: output && format !== undefined ? { name: output.name, value: format } : undefined,
  }
}

function choiceOf(fields: readonly FormField[], name: RegExp) {
  const field = fields.find((each) => each.type === 'choice' && name.test(each.name))
  if (field?.type !== 'choice') return undefined
  const values = field.options.map(({ value }) => value)
  return { name: field.name, values: values.filter((value) => typeof value === 'string') }
}

function speedOf(fields: readonly FormField[]): FalVoiceFields['speed'] {
  const field = fields.find((each) => each.type === 'number' && speedName.test(each.name))
  if (field?.type !== 'number') return undefined
  return { name: field.name, minimum: field.minimum ?? 0.5, maximum: field.maximum ?? 2 }
}
