import type { Usage } from '../../shared/parts.ts'

/** Returns the usage of two requests together. */
export function addUsage(earlier: Usage | null, added: Usage | null): Usage | null {
  if (!earlier || !added) return added ?? earlier
  return {
    inputTokens: earlier.inputTokens + added.inputTokens,
    outputTokens: earlier.outputTokens + added.outputTokens,
    ...sum('cachedTokens', earlier, added),
    ...sum('cacheWriteTokens', earlier, added),
    ...sum('reasoningTokens', earlier, added),
  }
}

type Detail = 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens'

/** Returns the sum of a detail; nothing if neither request has it. */
function sum(name: Detail, earlier: Usage, added: Usage): Partial<Usage> {
  if (earlier[name] === undefined && added[name] === undefined) return {}
  return { [name]: (earlier[name] ?? 0) + (added[name] ?? 0) }
}
