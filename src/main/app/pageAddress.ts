/** The scheme that main serves the page and its files by. */
export const pageScheme = 'app'
export const pageHost = 'parley'
export const pageOrigin = `${pageScheme}://${pageHost}`

/** Set by electron-vite while developing: the server that reloads the page when it changes. */
const developmentAddress = process.env['ELECTRON_RENDERER_URL']

export const pageAddress =
  import.meta.env.DEV && developmentAddress ? developmentAddress : `${pageOrigin}/index.html`

/** The page of dictation's overlay. */
export const overlayAddress = pageAddress.endsWith('/index.html')
  ? pageAddress.replace(/index\.html$/, 'dictation/overlay.html')
  : `${pageAddress.replace(/\/$/, '')}/dictation/overlay.html`

export const ownOrigins: readonly string[] = [originOf(pageAddress)]

export function isOwnPage(address: string): boolean {
  return ownOrigins.includes(originOf(address))
}

/** `scheme://host[:port]`; URL.origin is `null` for a scheme that Node does not know. */
function originOf(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}` : ''
}
