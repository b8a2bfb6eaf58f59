/**
 * Returns the host that a typed text or address names, with its port unless it is the scheme's own.
 * Undefined for a text that names none.
 */
export function hostOfText(text: string): string | undefined {
  const typed = text.trim()
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)
  const host = url?.host.replace(/\.+(?=:\d+$|$)/, '')
  return host === undefined || host === '' || host.includes('*') ? undefined : host
}
