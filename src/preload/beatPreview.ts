/**
 * Tells the window each second that the scripts of a preview leave its frame time. The window reads
 * no message of a frame, but it sees that this one has two ports. Runs as source text in the
 * frame's own world before its scripts, so it refers to nothing outside itself.
 */
export function beatPreview(): void {
  const { protocol, hostname } = location
  if (protocol !== 'preview:' && !hostname.endsWith('.preview.invalid')) return
  const outer = top
  const Channel = MessageChannel
  const beat = (): void => {
    const { port1, port2 } = new Channel()
    outer?.postMessage(null, '*', [port1, port2])
  }
  beat()
  setInterval(beat, 1000)
}
