const urlAttribute =
  /(\s(?:src|href|poster|action|data-src)\s*=\s*)(["']?)(https?:)?\/\/([^\s"'<>/]+)/gi
const urlFunction = /(url\(\s*["']?)(https?:)?\/\/([^\s"')/]+)/gi
const styleImport = /(@import\s+["'])(https?:)?\/\/([^\s"'/]+)/gi

/** Longer texts stay as they are: main has other work. */
const maxLength = 2_000_000

/**
 * Rewrites the absolute addresses of a page or style sheet so that they lead to main, which answers
 * for the page's own server and the hosts that the sheet names. Others stay, and reach nothing.
 */
export function rewriteText(text: string, pageUrl: URL, hosts: readonly string[]): string {
  if (text.length > maxLength) return text
  const rewrite = (start: string, protocol: string | undefined, host: string): string => {
    const scheme = (protocol ?? pageUrl.protocol).slice(0, -1).toLowerCase()
    const name = host.toLowerCase()
    if (name === pageUrl.host && `${scheme}:` === pageUrl.protocol) return start
    return hosts.includes(name) ? `${start}/~${scheme}/${name}` : `${start}${scheme}://${host}`
  }
  return text
    .replace(
      urlAttribute,
      (_all, start: string, quote: string, protocol: string | undefined, host: string) =>
        rewrite(`${start}${quote}`, protocol, host),
    )
    .replace(urlFunction, (_all, start: string, protocol: string | undefined, host: string) =>
      rewrite(start, protocol, host),
    )
    .replace(styleImport, (_all, start: string, protocol: string | undefined, host: string) =>
      rewrite(start, protocol, host),
    )
}
