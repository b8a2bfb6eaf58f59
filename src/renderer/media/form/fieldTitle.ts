import type { ParseKeys, TFunction } from 'i18next'
import type { FieldRole, FormField } from '../../../shared/media/mediaForm.ts'
import { visibleText } from '../../ui/visibleText.ts'

/** The titles and names of fields that many models have, in lower case and with spaces. */
const known: ReadonlyMap<string, ParseKeys> = new Map([
  ['aspect ratio', 'media.fieldTitles.aspectRatio'],
  ['background', 'media.fieldTitles.background'],
  ['cfg', 'media.fieldTitles.guidance'],
  ['cfg scale', 'media.fieldTitles.guidance'],
  ['compression (jpeg, webp)', 'media.fieldTitles.compression'],
  ['denoising strength', 'media.fieldTitles.strength'],
  ['duration', 'media.fieldTitles.duration'],
  ['fal runner hint', 'media.fieldTitles.runnerHint'],
  ['fidelity to the pictures', 'media.fieldTitles.fidelity'],
  ['fal priority', 'media.fieldTitles.priority'],
  ['file format', 'media.fieldTitles.format'],
  ['guidance', 'media.fieldTitles.guidance'],
  ['guidance scale', 'media.fieldTitles.guidance'],
  ['input fidelity', 'media.fieldTitles.fidelity'],
  ['moderation', 'media.fieldTitles.moderation'],
  ['num inference steps', 'media.fieldTitles.steps'],
  ['other fields', 'media.fieldTitles.otherFields'],
  ['output compression', 'media.fieldTitles.compression'],
  ['output format', 'media.fieldTitles.format'],
  ['priority', 'media.fieldTitles.priority'],
  ['quality', 'media.fieldTitles.quality'],
  ['resolution', 'media.fieldTitles.resolution'],
  ['runner hint', 'media.fieldTitles.runnerHint'],
  ['sampler', 'media.fieldTitles.sampler'],
  ['sampler name', 'media.fieldTitles.sampler'],
  ['step', 'media.fieldTitles.steps'],
  ['steps', 'media.fieldTitles.steps'],
  ['strength', 'media.fieldTitles.strength'],
  ['strength of the change', 'media.fieldTitles.strength'],
])

/** Roles by common field names: those that Parley gives itself, or that many services use. */
const roles: ReadonlyMap<string, FieldRole> = new Map([
  ['prompt', 'prompt'],
  ['negative prompt', 'negativePrompt'],
  ['image', 'image'],
  ['mask', 'mask'],
  ['seed', 'seed'],
  ['size', 'size'],
  ['image size', 'size'],
  ['n', 'count'],
  ['count', 'count'],
  ['num images', 'count'],
  ['batch size', 'count'],
  ['keep rest', 'keepRest'],
])

/** Returns a field's title: the model's own, or in the user's language where the meaning is known. */
export function fieldTitle(
  translate: TFunction,
  { role, title, name }: Pick<FormField, 'role' | 'title' | 'name'>,
): string {
  // A workflow's further pictures and masks are named after their nodes.
  if (role !== null && name.startsWith(`${role}.`)) return visibleText(title)
  if (role !== null) return translate(`media.roles.${role}`)
  // A model that has no title for it gives its name.
  const words = title === name ? wordsOf(name) : title
  const key = known.get(words.toLowerCase())
  if (key) return translate(key)
  return visibleText(title === name ? inCapitals(words) : title)
}

/** Returns the title of a field of which only the name is known, as its form would show it. */
export function titleOfName(translate: TFunction, name: string): string {
  // A workflow's setting is named after its node and the input of that.
  const own = name.slice(name.lastIndexOf('.') + 1) || name
  const role = roles.get(wordsOf(own).toLowerCase()) ?? null
  return fieldTitle(translate, { role, title: own, name: own })
}

function wordsOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_\s-]+/g, ' ').trim()
  return words === '' ? name : words
}

/** Returns words as schemas write titles: `Num Inference Steps`. */
function inCapitals(words: string): string {
  return words.replaceAll(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
}
