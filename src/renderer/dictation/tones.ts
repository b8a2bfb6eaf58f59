const frequencies = { start: [523, 784], stop: [784, 523] } as const
const toneSeconds = 0.07
const volume = 0.06

/** Plays two short notes: rising when listening starts, falling when it ends. */
export type PlayTone = (kind: keyof typeof frequencies) => void

/** Creates the player of tones, which opens the sound output with the first tone. */
export function createTones(): PlayTone {
  let audio: AudioContext | undefined
  return (kind) => {
    audio ??= new AudioContext()
    void audio.resume()
    play(audio, frequencies[kind])
  }
}

function play(audio: AudioContext, notes: readonly number[]): void {
  const gain = audio.createGain()
  gain.connect(audio.destination)
  const start = audio.currentTime
  notes.forEach((frequency, index) => {
    const from = start + index * toneSeconds
    const oscillator = new OscillatorNode(audio, { frequency })
    oscillator.connect(gain)
    oscillator.start(from)
    oscillator.stop(from + toneSeconds)
  })
  const end = start + 2 * toneSeconds
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.01)
  gain.gain.setValueAtTime(volume, end - 0.03)
  gain.gain.linearRampToValueAtTime(0, end)
  setTimeout(() => gain.disconnect(), 2000 * toneSeconds + 500)
}
