import { AppError } from '../../shared/errors.ts'

const openedSchemes = ['http:', 'https:', 'mailto:']

/** The address as the system's browser may be given it; throws addressInvalid for all others. */
export function parseExternalLink(address: string): string {
  const url = URL.parse(address)
  if (!url || !openedSchemes.includes(url.protocol) || url.username || url.password) {
    throw new AppError('addressInvalid', 'Only web and mail addresses are opened', {
      subject: address.slice(0, 200),
    })
  }
  return url.href
}
