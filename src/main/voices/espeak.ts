import { spawn } from 'node:child_process'
import { AppError } from '../../shared/errors.ts'
import { maxWholeAnswerBytes } from '../providers/transport/answerLimits.ts'
import type { SoundRequest } from './soundRequest.ts'

const program = 'espeak-ng'
const wordsPerMinute = 170
const pitchMiddle = 50
const limitMilliseconds = 30_000

export interface ProgramVoice {
  voice: string
  name: string
  locale: string
}

/** Returns the voices of espeak-ng; none if it is not installed. */
export async function listProgramVoices(): Promise<ProgramVoice[]> {
  const output = await run(['--voices'], '', AbortSignal.timeout(5000)).catch(() => undefined)
  return output ? parseVoices(output.toString('utf8')) : []
}

/** Parses lines of: priority, language, age and gender, name, file, other languages. */
function parseVoices(listing: string): ProgramVoice[] {
  return listing
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, , language, , name] = /^\s*(\d+)\s+(\S+)\s+(\S+)\s+(\S+)/.exec(line) ?? []
      if (!language || !name) return []
      return [{ voice: language, name: name.replaceAll('_', ' '), locale: language }]
    })
}

/** Synthesises a text with espeak-ng. Returns WAV. */
export function speakWithProgram(
  { text, voice, speed, pitch }: SoundRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const rate = String(Math.round(wordsPerMinute * speed))
  const height = String(Math.round(pitchMiddle + pitch))
  // Sends the text through stdin: as an argument it could be taken for an option.
  return run(['--stdout', '--stdin', '-v', voice, '-s', rate, '-p', height], text, signal)
}

function run(options: string[], input: string, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { signal, timeout: limitMilliseconds })
    const pieces: Buffer[] = []
    let length = 0
    child.stdout.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > maxWholeAnswerBytes) child.kill()
      else pieces.push(piece)
    })
    child.on('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT'
      if (signal.aborted) reject(new AppError('aborted', 'The speaking was stopped'))
      else reject(new AppError(isMissing ? 'notFound' : 'internal', `${program} failed`, {}, error))
    })
    child.on('close', (code) => {
      const sound = Buffer.concat(pieces)
      if (code === 0 && sound.length > 0) resolve(sound)
      else reject(new AppError('internal', `${program} ended with ${String(code)}`))
    })
    // The program may exit before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
