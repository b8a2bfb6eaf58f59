import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
  type Rotation,
} from 'mediabunny'

export interface VideoFile {
  format: 'mp4' | 'webm'
  seconds: number
  /** Makes the file as a recorder does that does not know when it ends: it names no length. */
  isLive?: boolean
  /** By which players turn it, in degrees. */
  rotation?: Rotation
  /** Whether it has a picture, or sound alone. */
  hasVideo?: boolean
}

const framesPerSecond = 10

/** Returns a file of 320 × 180 pixels whose container is right and whose packets are noise. */
export async function videoFile(file: VideoFile): Promise<Buffer> {
  const { format, seconds, isLive = false, rotation = 0, hasVideo = true } = file
  const target = new BufferTarget()
  const output = new Output({
    target,
    format:
      format === 'mp4'
        ? new Mp4OutputFormat({ fastStart: isLive ? 'fragmented' : 'in-memory' })
        : new WebMOutputFormat({ appendOnly: isLive }),
  })
  const add = hasVideo ? addVideo(output, rotation) : addSound(output)
  await output.start()
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const bytes = new Uint8Array(500).fill(frame)
    const kind = frame % framesPerSecond === 0 || !hasVideo ? 'key' : 'delta'
    await add(new EncodedPacket(bytes, kind, frame / framesPerSecond, 1 / framesPerSecond))
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

function addVideo(output: Output, rotation: Rotation) {
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, rotation === 0 ? {} : { rotation })
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 180 }
  return (packet: EncodedPacket): Promise<void> => source.add(packet, { decoderConfig })
}

function addSound(output: Output) {
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 }
  return (packet: EncodedPacket): Promise<void> => source.add(packet, { decoderConfig })
}

/** The bytes and the samples of a frame of MPEG-1 layer III with 128 kbit/s and 44.1 kHz. */
const frameBytes = 417
const frameSamples = 1152

/** Returns an MP3 of silence, without a header that names its length. */
export function mp3File(seconds: number): Buffer {
  const frame = Buffer.alloc(frameBytes)
  frame.writeUInt32BE(0xff_fb_90_c0)
  const frames = Math.ceil((seconds * 44_100) / frameSamples)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}
