import type { Usage } from '../../shared/parts.ts'

/** What two requests took together. */
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

/** Left out where neither said anything of it. */
function sum(name: Detail, earlier: Usage, added: Usage): Partial<Usage> {
  if (earlier[name] === undefined && added[name] === undefined) return {}
  return { [name]: (earlier[name] ?? 0) + (added[name] ?? 0) }
}
