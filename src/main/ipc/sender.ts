import type { WebFrameMain } from 'electron'

/**
 * True for the top frame of one of Parley's own pages; every other frame is a stranger.
 * `origins` are written as `scheme://host[:port]`: Node gives custom schemes no origin of their own.
 */
export function isTrustedSender(frame: WebFrameMain | null, origins: readonly string[]): boolean {
  if (!frame || frame.parent) return false
  const url = URL.parse(frame.url)
  return url !== null && origins.includes(`${url.protocol}//${url.host}`)
}
