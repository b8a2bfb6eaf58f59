import { parentPort } from 'node:worker_threads'
import type { ValidateFunction } from 'ajv'
import { compileSchema, describeFaults, RemoteReference } from './compileSchema.ts'
import {
  readyMessage,
  schemaRequestSchema,
  type SchemaAnswer,
  type SchemaRequest,
} from './schemaMessages.ts'

type Compiled = ValidateFunction | SchemaAnswer

/** By the ids that main gives them. Main starts another thread before there are too many. */
const compiled = new Map<number, Compiled>()

function compile(text: string): Compiled {
  try {
    return compileSchema(JSON.parse(text))
  } catch (error) {
    const outcome = error instanceof RemoteReference ? 'remote' : 'unusable'
    return { outcome, text: textOf(error) }
  }
}

function check({ schemaId, schema, value }: SchemaRequest): SchemaAnswer {
  try {
    if (schema !== null) compiled.set(schemaId, compile(schema))
    const validate = compiled.get(schemaId)
    if (typeof validate !== 'function') return validate ?? { outcome: 'failed', text: 'No schema' }
    const isRight = validate(JSON.parse(value))
    return { outcome: 'checked', text: isRight ? '' : describeFaults(validate.errors) }
  } catch (error) {
    return { outcome: 'failed', text: textOf(error) }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : ''
}

parentPort?.on('message', (message: unknown) => {
  const request = schemaRequestSchema.parse(message)
  parentPort?.postMessage(check(request))
})
parentPort?.postMessage(readyMessage)
