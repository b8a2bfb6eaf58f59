/** A text to be spoken by a voice of one family, under its name there. */
export interface SoundRequest {
  text: string
  voice: string
  /** 1 is the voice's own. */
  speed: number
  /** Per cent above or below the voice's own. */
  pitch: number
}
