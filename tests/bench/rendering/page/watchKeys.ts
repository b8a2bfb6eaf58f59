export interface KeyWatch {
  /** Stops, and returns the milliseconds from each key press to the paint that shows it. */
  stop: () => number[]
}

/** Measures the delay until typed text is visible. */
export function watchKeys(field: HTMLElement): KeyWatch {
  const delays: number[] = []
  const measure = (event: Event): void => {
    const pressed = event.timeStamp
    requestAnimationFrame(() => {
      // A message arrives after the frame was painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        delays.push(performance.now() - pressed)
        port1.close()
      }
      port2.postMessage(undefined)
    })
  }
  field.addEventListener('keydown', measure)
  field.focus()
  return {
    stop: () => {
      field.removeEventListener('keydown', measure)
      return delays
    },
  }
}
