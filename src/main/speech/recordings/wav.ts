import { bytesPerSample, sampleRate } from '../../../shared/audio.ts'

export const wavHeaderBytes = 44

/**
 * Returns the header of a WAV file for this amount of sound. It is created on reading, so that no
 * crash can corrupt it.
 */
export function wavHeader(pcmBytes: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(wavHeaderBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(wavHeaderBytes - 8 + pcmBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  // Format: integer PCM, one channel.
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * bytesPerSample, 28)
  header.writeUInt16LE(bytesPerSample, 32)
  header.writeUInt16LE(bytesPerSample * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(pcmBytes, 40)
  return header
}
