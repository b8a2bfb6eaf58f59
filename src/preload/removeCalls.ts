/**
 * Removes WebRTC, WebTransport and WebSocket from a document: their traffic bypasses the content
 * security policy, name resolution and proxies, or what intercepts requests. Runs as source text in
 * the frame's own world before its scripts, so it refers to nothing outside itself.
 */
export function removeCalls(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/^(?:webkit)?RTC|^WebTransport|^WebSocket/.test(name))
      Reflect.deleteProperty(globalThis, name)
  }
}
