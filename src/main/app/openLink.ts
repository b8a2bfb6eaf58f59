import { shell } from 'electron'
import { createLinkLimit, parseExternalLink } from './externalLink.ts'

/** One limit for all windows, for links and for window.open. */
const admit = createLinkLimit()

/** Opens a page's link in the system's program. Errors: addressInvalid, tooManyAtOnce. */
export async function openLink(address: string): Promise<void> {
  const link = parseExternalLink(address)
  admit()
  await shell.openExternal(link)
}
