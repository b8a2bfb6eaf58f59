import type { Preset } from '../../shared/providers.ts'

/** The kinds of services that are known by their address alone, the most usual first. */
export const compatibleKinds = ['openai-compatible', 'anthropic'] as const
export type CompatibleKind = (typeof compatibleKinds)[number]

export type ServiceToAdd =
  | { kind: CompatibleKind; preset?: never }
  | { preset: Preset; kind?: never }

/** Returns what can be added: first what fits nearly every service, then the others by name. */
export function servicesToAdd(presets: readonly Preset[]): ServiceToAdd[] {
  const named = presets.toSorted((first, second) => first.name.localeCompare(second.name))
  const [usual, ...others] = compatibleKinds.map((kind) => ({ kind }))
  return [...(usual ? [usual] : []), ...named.map((preset) => ({ preset })), ...others]
}
