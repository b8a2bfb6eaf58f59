/**
 * Chromium refuses schemes it does not know, so `app://parley/x` is `https://parley.app.invalid/x`
 * to the page: a secure origin under a name that can never resolve.
 */
export interface SchemeOrigins {
  /** The address that stands for `url` inside Chromium; others come back unchanged. */
  toPageUrl(url: string): string
  /** The app's own form of an address that Chromium reported; others come back unchanged. */
  toAppUrl(url: string): string
  /** Rewrites sources such as `app:` and `app://parley` in a Content-Security-Policy. */
  toPagePolicy(policy: string): string
}

export function createSchemeOrigins(isCustom: (scheme: string) => boolean): SchemeOrigins {
  const toPageUrl = (url: string): string => {
    const match = /^(blob:)?([a-z][a-z0-9-]*):\/\/([^/?#]+)(.*)$/is.exec(url)
    if (!match || !isCustom(match[2]!.toLowerCase())) return url
    return `${match[1] ?? ''}https://${match[3]}.${match[2]!.toLowerCase()}.invalid${match[4]}`
  }
  const toAppUrl = (url: string): string => {
    const match = /^(blob:)?https:\/\/([^/?#:]+)\.([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)(.*)$/s.exec(
      url,
    )
    if (!match || !isCustom(match[3]!)) return url
    return `${match[1] ?? ''}${match[3]}://${match[2]}${match[4]}`
  }
  const source = /(?<=^|[\s;,])([a-z][a-z0-9-]*):(\/\/[^\s;,]+)?(?=$|[\s;,])/gi
  return {
    toPageUrl,
    toAppUrl,
    toPagePolicy: (policy) =>
      policy.replace(source, (whole, scheme: string, rest?: string) => {
        if (!isCustom(scheme.toLowerCase())) return whole
        return rest ? toPageUrl(whole) : `https://*.${scheme.toLowerCase()}.invalid`
      }),
  }
}
