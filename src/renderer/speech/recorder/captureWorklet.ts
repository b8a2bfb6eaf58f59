/** A fifth of a second at 16 kHz: each piece wakes the page, its worker and main. */
const pieceSamples = 3200

declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof CaptureProcessor): void

/** Delivers the microphone's sound in pieces of 16-bit samples. */
class CaptureProcessor extends AudioWorkletProcessor {
  #piece = new Int16Array(pieceSamples)
  #length = 0
  #isOver = false

  constructor() {
    super()
    // When the page stops, it also wants the last, incomplete piece.
    this.port.addEventListener('message', () => {
      this.#isOver = true
      this.#send()
      this.port.postMessage('over')
    })
    this.port.start()
  }

  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0]
    if (this.#isOver) return false
    for (const sample of channel ?? []) {
      this.#piece[this.#length] = Math.max(-1, Math.min(1, sample)) * 32_767
      this.#length += 1
      if (this.#length === pieceSamples) this.#send()
    }
    return !this.#isOver
  }

  #send(): void {
    if (this.#length === 0) return
    const piece = this.#piece.slice(0, this.#length)
    this.#piece = new Int16Array(pieceSamples)
    this.#length = 0
    this.port.postMessage(piece, [piece.buffer])
  }
}

registerProcessor('capture', CaptureProcessor)
