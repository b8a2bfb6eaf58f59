import type { InputKind, Model } from '../../../shared/models.ts'
import { everyOf } from '../../core/everyOf.ts'

export type CapabilityName = InputKind | 'tools' | 'reasoning'

/** The capabilities that the picker shows, in order. */
export const capabilityNames = everyOf<CapabilityName>({
  image: true,
  pdf: true,
  audio: true,
  tools: true,
  reasoning: true,
})

/** Returns the model's known capabilities beside text. */
export function capabilitiesOf({ capabilities }: Model): CapabilityName[] {
  return capabilityNames.filter((name) => capabilities?.[name] === true)
}
