/** The scheme by which main serves the page and its files. */
export const pageScheme = 'app'
export const pageHost = 'parley'
export const pageOrigin = `${pageScheme}://${pageHost}`

/** The development server that reloads the page on changes; electron-vite sets it. */
const developmentAddress = process.env['ELECTRON_RENDERER_URL']

export const pageAddress =
  import.meta.env.DEV && developmentAddress ? developmentAddress : `${pageOrigin}/index.html`

/** The address of the dictation overlay's page. */
export const overlayAddress = pageAddress.endsWith('/index.html')
  ? pageAddress.replace(/index\.html$/, 'dictation/overlay.html')
  : `${pageAddress.replace(/\/$/, '')}/dictation/overlay.html`

/** The origin of Parley's own pages. */
export const ownOrigin = originOf(pageAddress)

export function isOwnPage(address: string): boolean {
  return originOf(address) === ownOrigin
}

/** Returns `scheme://host[:port]`; URL.origin is `null` for a scheme that Node does not know. */
function originOf(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}` : ''
}
