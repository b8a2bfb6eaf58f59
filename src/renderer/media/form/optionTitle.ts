import type { ParseKeys, TFunction } from 'i18next'
import { visibleText } from '../../ui/visibleText.ts'

/** The choices that many models have. */
const known: ReadonlyMap<string, ParseKeys> = new Map([
  ['auto', 'media.fieldValues.auto'],
  ['high', 'media.fieldValues.high'],
  ['low', 'media.fieldValues.low'],
  ['medium', 'media.fieldValues.medium'],
  ['normal', 'media.fieldValues.normal'],
  ['opaque', 'media.fieldValues.opaque'],
  ['standard', 'media.fieldValues.standard'],
  ['transparent', 'media.fieldValues.transparent'],
])

/** Tells whether a choice leaves the decision to the model, so that no choice is none more. */
export function isAutomatic({ label }: { label: string }): boolean {
  return label.toLowerCase() === 'auto'
}

/** Returns a choice's name: the model's own, or in the user's language where it is known. */
export function optionTitle(translate: TFunction, label: string): string {
  const key = known.get(label.toLowerCase())
  return key ? translate(key) : visibleText(label)
}
