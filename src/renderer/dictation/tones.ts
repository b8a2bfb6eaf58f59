let context: AudioContext | undefined

const frequencies = { start: [523, 784], stop: [784, 523] } as const
const toneSeconds = 0.07
const volume = 0.06

/** Plays two short notes: rising when listening starts, falling when it ends. */
export function playTone(kind: keyof typeof frequencies): void {
  const audio = (context ??= new AudioContext())
  void audio.resume()
  const gain = audio.createGain()
  gain.connect(audio.destination)
  const start = audio.currentTime
  frequencies[kind].forEach((frequency, index) => {
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
