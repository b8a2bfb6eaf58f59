import type { InputKind, Model } from '../../../shared/models.ts'

export type CapabilityName = InputKind | 'tools' | 'reasoning'
export const capabilityNames: readonly CapabilityName[] = [
  'image',
  'pdf',
  'audio',
  'tools',
  'reasoning',
]

/** Returns the model's known capabilities beside text. */
export function capabilitiesOf({ capabilities }: Model): CapabilityName[] {
  return capabilityNames.filter((name) => capabilities?.[name] === true)
}
