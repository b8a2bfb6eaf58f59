import type { Usage } from '../../../shared/chat/parts.ts'

/** Returns the usage of two requests together. */
export function addUsage(earlier: Usage | null, added: Usage | null): Usage | null {
  if (!earlier || !added) return added ?? earlier
  return {
    inputTokens: earlier.inputTokens + added.inputTokens,
    outputTokens: earlier.outputTokens + added.outputTokens,
    ...sum('cachedTokens', earlier, added),
    ...sum('cacheWriteTokens', earlier, added),
    ...sum('reasoningTokens', earlier, added),
    ...sum('audioInputTokens', earlier, added),
    ...sum('cachedAudioTokens', earlier, added),
    ...sum('audioOutputTokens', earlier, added),
    ...sum('pictureTokens', earlier, added),
    ...pictureDollars(earlier, added),
  }
}

type Detail = Exclude<keyof Usage, 'inputTokens' | 'outputTokens' | 'pictureDollars'>

/** Returns the sum of a detail; nothing if neither request has it. */
function sum(name: Detail, earlier: Usage, added: Usage): Partial<Usage> {
  if (earlier[name] === undefined && added[name] === undefined) return {}
  return { [name]: (earlier[name] ?? 0) + (added[name] ?? 0) }
}

/** Returns what all pictures cost; nothing if that of some is not known. */
function pictureDollars(...usages: readonly Usage[]): Partial<Usage> {
  const made = usages.filter(({ pictureTokens = 0 }) => pictureTokens > 0)
  if (made.length === 0 || made.some((usage) => usage.pictureDollars === undefined)) return {}
  return { pictureDollars: made.reduce((total, usage) => total + (usage.pictureDollars ?? 0), 0) }
}
