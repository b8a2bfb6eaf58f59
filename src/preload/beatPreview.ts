// oxlint-disable typescript/unbound-method -- the timers are functions of the window
/**
 * Tells the window each second that the scripts of a preview leave its frame time. The window reads
 * no message of a frame, but it sees that this one has two ports. A document that clears every
 * timer, as many games do, leaves this one running. Runs as source text in the frame's own world
 * before its scripts, so it refers to nothing outside itself.
 */
export function beatPreview(): void {
  const { protocol, hostname } = location
  if (protocol !== 'preview:' && !hostname.endsWith('.preview.invalid')) return
  const { clearInterval, clearTimeout } = window
  const toNumber = Number
  const outer = top
  const Channel = MessageChannel
  const beat = (): void => {
    const { port1, port2 } = new Channel()
    outer?.postMessage(null, '*', [port1, port2])
  }
  beat()
  const timer = window.setInterval(beat, 1000)
  // Both functions end both kinds of timers.
  const sparing = (clear: (id?: number) => void) => (id: unknown) => {
    if (toNumber(id) !== timer) clear(toNumber(id))
  }
  window.clearInterval = sparing(clearInterval)
  window.clearTimeout = sparing(clearTimeout)
}
