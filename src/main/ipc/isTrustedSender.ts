import type { WebFrameMain } from 'electron'

/** Returns true for the top frame of one of Parley's own pages. All other frames are untrusted. */
export function isTrustedSender(
  frame: WebFrameMain | null,
  isOwnPage: (url: string) => boolean,
): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url)
}
