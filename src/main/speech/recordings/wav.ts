import { bytesPerSample, sampleRate, wavHead } from '../../../shared/speech/audio.ts'

export const wavHeaderBytes = 44

/**
 * Returns the header of a WAV file for this amount of sound. It is created on reading, so that no
 * crash can corrupt it.
 */
export function wavHeader(pcmBytes: number): Buffer<ArrayBuffer> {
  const format = Buffer.alloc(16)
  // Integer PCM, one channel.
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(sampleRate, 4)
  format.writeUInt32LE(sampleRate * bytesPerSample, 8)
  format.writeUInt16LE(bytesPerSample, 12)
  format.writeUInt16LE(bytesPerSample * 8, 14)
  return Buffer.from(wavHead(format, pcmBytes).buffer)
}
