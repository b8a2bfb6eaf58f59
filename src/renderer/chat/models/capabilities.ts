import { Brain, FileText, Image, Mic, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { InputKind, Model } from '../../../shared/models.ts'

export type CapabilityName = InputKind | 'tools' | 'reasoning'

/** The capabilities that the picker shows, in order; one that is missing does not compile. */
export const capabilityIcons: Record<CapabilityName, LucideIcon> = {
  image: Image,
  pdf: FileText,
  audio: Mic,
  tools: Wrench,
  reasoning: Brain,
}
export const capabilityNames = Object.keys(capabilityIcons) as CapabilityName[]

/** Returns the model's known capabilities beside text. */
export function capabilitiesOf({ capabilities }: Model): CapabilityName[] {
  return capabilityNames.filter((name) => capabilities?.[name] === true)
}
