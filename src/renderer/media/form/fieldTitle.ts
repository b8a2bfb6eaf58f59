import type { ParseKeys, TFunction } from 'i18next'
import type { FormField } from '../../../shared/mediaForm.ts'
import { visibleText } from '../../ui/visibleText.ts'

/** The names of fields that many models have, in lower case. */
const known: ReadonlyMap<string, ParseKeys> = new Map([
  ['aspect ratio', 'media.fieldTitles.aspectRatio'],
  ['background', 'media.fieldTitles.background'],
  ['compression (jpeg, webp)', 'media.fieldTitles.compression'],
  ['duration', 'media.fieldTitles.duration'],
  ['fidelity to the pictures', 'media.fieldTitles.fidelity'],
  ['file format', 'media.fieldTitles.format'],
  ['guidance', 'media.fieldTitles.guidance'],
  ['moderation', 'media.fieldTitles.moderation'],
  ['other fields', 'media.fieldTitles.otherFields'],
  ['output format', 'media.fieldTitles.format'],
  ['priority', 'media.fieldTitles.priority'],
  ['quality', 'media.fieldTitles.quality'],
  ['resolution', 'media.fieldTitles.resolution'],
  ['runner hint', 'media.fieldTitles.runnerHint'],
  ['sampler', 'media.fieldTitles.sampler'],
  ['steps', 'media.fieldTitles.steps'],
  ['strength of the change', 'media.fieldTitles.strength'],
])

/** Returns a field's name: the model's own, or in the user's language where the meaning is known. */
export function fieldTitle(translate: TFunction, { role, title }: FormField): string {
  if (role !== null) return translate(`media.roles.${role}`)
  const key = known.get(title.toLowerCase())
  return key ? translate(key) : visibleText(title)
}
