import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

export const services = [
  'openai-chat',
  'openai-responses',
  'openai-embeddings',
  'anthropic',
  'bedrock-converse',
] as const
export type Service = (typeof services)[number]

/** A recorded answer of a service: the events of a stream, or one body. */
export interface Recording {
  service: Service
  /** The path relative to the folder, such as `anthropic/text.jsonl`. */
  file: string
  answer:
    | { kind: 'stream'; events: readonly string[] }
    | { kind: 'whole'; status: number; body: string }
}

/** A file that can't be played, with the reason. */
export interface BadFile {
  file: string
  reason: string
}

export interface Recordings {
  recordings: Recording[]
  bad: BadFile[]
}

/**
 * Reads a folder with one folder per service. Reports files that are not recordings, with the
 * reason. @throws {Error} if the folder does not exist
 */
export function readRecordings(folder: string): Recordings {
  const found: Recordings = { recordings: [], bad: [] }
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`)
  for (const path of filesIn(folder)) {
    const file = relative(folder, path).split('\\').join('/')
    // A description of the folder is no recording.
    if (file.endsWith('.md')) continue
    try {
      found.recordings.push(readRecording(path, file))
    } catch (error) {
      found.bad.push({ file, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return found
}

/** Returns all files except hidden ones, sorted by name. */
function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name)
      // A broken link counts as an unreadable file.
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? filesIn(path) : [path]
    })
}

function readRecording(path: string, file: string): Recording {
  const service = services.find((known) => known === dirname(file))
  if (!service) throw new Error('no adapter speaks what its folder is named after')
  if (!/\.jsonl?$/.test(basename(file))) throw new Error('neither .json nor .jsonl')
  const text = decode(readFileSync(path))
  return { service, file, answer: file.endsWith('l') ? toStream(text) : toWhole(text) }
}

function decode(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('not UTF-8 text')
  }
  if (text.trim() === '') throw new Error('empty')
  return text
}

function toStream(text: string): Recording['answer'] {
  const lines = text.split(/\r?\n/)
  const events = lines.filter((line, index) => {
    if (line.trim() === '') return false
    // The end mark of Chat Completions, if it was recorded.
    if (line.trim() === '[DONE]') return true
    const event = parse(line, `line ${String(index + 1)} is not valid JSON`)
    if (typeof event === 'object' && event !== null) return true
    throw new Error(`line ${String(index + 1)} is not a JSON object`)
  })
  return { kind: 'stream', events }
}

function toWhole(text: string): Recording['answer'] {
  return { kind: 'whole', status: statusOf(parse(text, 'not valid JSON')), body: text }
}

function parse(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(otherwise)
  }
}

/** The status for each error type, because recordings of errors contain none. */
const statusByType: readonly [RegExp, number][] = [
  [/authentication|invalid_api_key/, 401],
  [/permission|access_?denied/i, 403],
  [/not_found|not found/i, 404],
  [/rate_limit|quota|throttling/i, 429],
  [/overloaded/, 529],
  [/server_error|api_error|internal/i, 500],
]

function statusOf(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 200
  const error = 'error' in json ? json.error : undefined
  if (error === undefined || error === null) return 200
  const said = JSON.stringify(error)
  return statusByType.find(([pattern]) => pattern.test(said))?.[1] ?? 400
}
