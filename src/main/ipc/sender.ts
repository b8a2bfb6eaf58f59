import type { WebFrameMain } from 'electron'

/** True for the top frame of one of Parley's own pages; every other frame is a stranger. */
export function isTrustedSender(
  frame: WebFrameMain | null,
  isOwnPage: (url: string) => boolean,
): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url)
}
