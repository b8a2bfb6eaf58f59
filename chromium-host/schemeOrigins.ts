/**
 * Maps the app's schemes, which Chromium refuses, to https. `app://parley/x` becomes
 * `https://parley.app.invalid/x`, a secure origin with a name that never resolves.
 */
export interface SchemeOrigins {
  /** Returns the address that represents `url` in Chromium. Leaves others unchanged. */
  toPageUrl(url: string): string
  /** Returns the app's own form of an address from Chromium. Leaves others unchanged. */
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
