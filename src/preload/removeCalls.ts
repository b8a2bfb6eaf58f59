/**
 * Takes from a document what sends datagrams past its policy, names and proxies. Runs in a frame's
 * own world, before its scripts, as source text; refers to nothing outside itself.
 */
export function removeCalls(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/^(?:webkit)?RTC|^WebTransport/.test(name)) Reflect.deleteProperty(globalThis, name)
  }
}
