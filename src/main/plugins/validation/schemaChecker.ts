import { AppError } from '../../../shared/errors.ts'
import { createSlots } from '../../workers/slots.ts'
import type { SchemaAnswer } from './schemaMessages.ts'
import { startSchemaThread, type SchemaThread } from './schemaThread.ts'

export interface SchemaChecker {
  /**
   * Returns the fault of a value by a stranger's JSON Schema, as a sentence for the model; null for
   * none, and for a schema that says nothing to go by. Errors: tooHeavy, unreadable,
   * pluginManifestInvalid for a schema that refers to another document, aborted.
   */
  check: (schema: object, value: unknown, signal?: AbortSignal | null) => Promise<string | null>
  close: () => Promise<void>
}

export interface SchemaCheckerOptions {
  /** The time limit of one check. */
  milliseconds?: number
  /** The time without a check after which the thread ends, to give its memory back. */
  idleMilliseconds?: number
}

const maxSchemaLength = 1_000_000
/** The number of schemas that one thread keeps. */
const maxSchemas = 500

/**
 * Creates a checker with one thread, started at the first check: starting one for each would take
 * longer than the call itself. A check that does not end takes the thread with it.
 */
export function createSchemaChecker(
  entry: string | URL,
  { milliseconds = 1000, idleMilliseconds = 60_000 }: SchemaCheckerOptions = {},
): SchemaChecker {
  const slots = createSlots(1)
  const ids = new WeakMap<object, number>()
  let lastId = 0
  let thread: SchemaThread | undefined
  let known = new Set<number>()
  let idle: NodeJS.Timeout | undefined

  function readyThread(): SchemaThread {
    if (thread && !thread.hasEnded() && known.size < maxSchemas) return thread
    void thread?.end()
    known = new Set()
    thread = startSchemaThread(entry)
    return thread
  }

  async function ask(schema: object, value: unknown): Promise<SchemaAnswer> {
    clearTimeout(idle)
    const current = readyThread()
    const schemaId = ids.get(schema) ?? (lastId += 1)
    ids.set(schema, schemaId)
    const text = known.has(schemaId) ? null : textOf(schema)
    known.add(schemaId)
    const request = { schemaId, schema: text, value: JSON.stringify(value) }
    const answer = await current.ask(request, milliseconds)
    idle = setTimeout(() => void current.end(), idleMilliseconds).unref()
    return answer
  }

  async function inTurn(
    schema: object,
    value: unknown,
    signal: AbortSignal | null = null,
  ): Promise<SchemaAnswer> {
    const free = await slots.take(signal ?? undefined)
    try {
      return await ask(schema, value)
    } finally {
      free()
    }
  }

  return {
    async check(schema, value, signal) {
      const { outcome, text } = await inTurn(schema, value, signal)
      if (outcome === 'remote') throw remoteError(text)
      if (outcome === 'failed') throw new AppError('unreadable', `The check failed: ${text}`)
      return outcome === 'unusable' || text === '' ? null : text
    },
    async close() {
      clearTimeout(idle)
      await thread?.end()
    },
  }
}

function textOf(schema: object): string {
  const text = JSON.stringify(schema)
  if (text.length > maxSchemaLength) throw new AppError('tooHeavy', 'The schema is too large')
  return text
}

function remoteError(reference: string): AppError {
  const problem = `The reference “${reference}” leads to another document`
  return new AppError('pluginManifestInvalid', problem, { subject: reference.slice(0, 300) })
}
