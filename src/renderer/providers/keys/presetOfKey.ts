import type { Preset } from '../../../shared/providers.ts'

type KnownKeys = Pick<Preset, 'id' | 'keyPrefixes'>

/** Returns the preset that has keys like this one; undefined if the key doesn't show it. */
export function presetOfKey(key: string, presets: readonly KnownKeys[]): string | undefined {
  const trimmed = key.trim()
  return presets.find(({ keyPrefixes }) => keyPrefixes.some((prefix) => trimmed.startsWith(prefix)))
    ?.id
}
