import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const services = [
  'openai-chat',
  'openai-responses',
  'openai-embeddings',
  'anthropic',
  'bedrock-converse',
] as const
export type Service = (typeof services)[number]

/** What a service once answered: the events of a stream, or one body. */
export interface Recording {
  service: Service
  /** Relative to the folder, such as `anthropic/text.jsonl`. */
  file: string
  answer:
    { kind: 'stream'; events: readonly string[] } | { kind: 'whole'; status: number; body: string }
}

export interface Recordings {
  recordings: Recording[]
  /** Folders of other services, which nothing here can play. */
  unknown: string[]
}

/** Reads a folder with one folder a service. @throws {Error} when it isn't there */
export function readRecordings(folder: string): Recordings {
  const found: Recordings = { recordings: [], unknown: [] }
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`)
  for (const name of readdirSync(folder).toSorted()) {
    if (!statSync(join(folder, name)).isDirectory()) continue
    const service = services.find((known) => known === name)
    if (service) found.recordings.push(...readService(folder, service))
    else found.unknown.push(name)
  }
  return found
}

function readService(folder: string, service: Service): Recording[] {
  return readdirSync(join(folder, service))
    .filter((name) => /\.jsonl?$/.test(name))
    .toSorted()
    .map((name) => {
      const file = `${service}/${name}`
      const text = readFileSync(join(folder, file), 'utf8')
      return { service, file, answer: name.endsWith('l') ? toStream(text) : toWhole(text) }
    })
}

function toStream(text: string): Recording['answer'] {
  return { kind: 'stream', events: text.split(/\r?\n/).filter((line) => line.trim() !== '') }
}

function toWhole(text: string): Recording['answer'] {
  return { kind: 'whole', status: statusOf(JSON.parse(text)), body: text }
}

/** The recordings of errors hold no status, so it is the one that goes with their type. */
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
