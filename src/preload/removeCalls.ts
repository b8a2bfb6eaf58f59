/**
 * Removes WebRTC and WebTransport from a document: their datagrams bypass the content security
 * policy, name resolution and proxies. Runs as source text in the frame's own world before its
 * scripts, so it refers to nothing outside itself.
 */
export function removeCalls(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/^(?:webkit)?RTC|^WebTransport/.test(name)) Reflect.deleteProperty(globalThis, name)
  }
}
