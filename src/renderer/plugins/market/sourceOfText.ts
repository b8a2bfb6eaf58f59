import type { PluginSource } from '../../../shared/plugins/plugins.ts'

/**
 * Returns the source that a typed text names: an address, with or without its scheme, pasted JSON,
 * or else a command. Undefined for an empty text.
 */
export function sourceOfText(text: string): PluginSource | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  if (/^https?:\/\//i.test(typed)) return { kind: 'address', url: typed }
  if (/^[[{]/.test(typed)) {
    return { kind: 'file', name: 'pasted.json', bytes: new TextEncoder().encode(typed) }
  }
  const scheme = schemeOf(typed)
  if (scheme) return { kind: 'address', url: `${scheme}://${typed}` }
  return { kind: 'command', command: typed }
}

/** Returns the scheme that an address without one means; undefined for a command. */
function schemeOf(typed: string): 'http' | 'https' | undefined {
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/\S*)?$/i.test(typed)) return 'http'
  // A name without a path may be a file: `server.js`.
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/\S*$/.test(typed)) return 'https'
  return undefined
}
