/** A text for a voice of one family, with the voice's name in that family. */
export interface SoundRequest {
  text: string
  voice: string
  /** 1 is the voice's normal speed. */
  speed: number
  /** Per cent above or below the voice's normal pitch. */
  pitch: number
}
