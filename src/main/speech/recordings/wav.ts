import { bytesPerSample, sampleRate } from '../../../shared/audio.ts'

export const wavHeaderBytes = 44

/** The head of a WAV file with that much sound: it is made on reading, so no crash can spoil it. */
export function wavHeader(pcmBytes: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(wavHeaderBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(wavHeaderBytes - 8 + pcmBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  // Integers, of one channel.
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
