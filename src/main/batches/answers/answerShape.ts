import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import type { AnswerFormat } from '../../providers/reply.ts'
import { isStrictSchema, type JsonSchema } from './isStrictSchema.ts'

/** The JSON that answers have to be, and its properties. */
export interface AnswerShape {
  format: AnswerFormat
  /** The names of the properties, in their order: each is a column of the saved table. */
  columns: string[]
  check: z.ZodType
}

const maxFaultLength = 300

/**
 * Reads what the user typed: a JSON schema of an object, or the names of columns between commas or
 * line breaks. Null for nothing. Errors: answerShapeInvalid.
 */
export function readAnswerShape(text: string): AnswerShape | null {
  const given = text.trim()
  if (given === '') return null
  const schema = given.startsWith('{') ? readSchema(given) : schemaFor(readNames(given))
  const properties = schema['properties']
  if (!isObject(properties) || Object.keys(properties).length === 0) {
    throw invalid('It describes no object with "properties".')
  }
  return {
    format: { name: 'row', schema, strict: isStrictSchema(schema) },
    columns: Object.keys(properties),
    check: toCheck(schema),
  }
}

/** True for an answer that is JSON of the shape. */
export function fitsShape({ check }: AnswerShape, answer: string): boolean {
  try {
    return check.safeParse(JSON.parse(unfenced(answer))).success
  } catch {
    return false
  }
}

/** Returns the answer without the code fence that models put around JSON when nothing holds them to it. */
export function unfenced(answer: string): string {
  const text = answer.trim()
  const fence = /^```(?:json)?[^\S\n]*\n/i.exec(text)?.[0]
  if (fence === undefined || text.length < fence.length + 3 || !text.endsWith('```')) return answer
  return text.slice(fence.length, -3)
}

function readNames(text: string): string[] {
  const names = text.split(/[,،、，\n]/).map((name) => name.trim())
  const filled = names.filter((name) => name !== '')
  if (new Set(filled).size < filled.length) throw invalid('Two columns have the same name.')
  return filled
}

function schemaFor(names: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
    additionalProperties: false,
  }
}

function readSchema(text: string): JsonSchema {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : '')
  }
  if (!isObject(schema)) throw invalid('It is no object.')
  return { type: 'object', ...schema }
}

function toCheck(schema: JsonSchema): z.ZodType {
  try {
    return z.fromJSONSchema(schema)
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : '')
  }
}

function invalid(answer: string): AppError {
  const details = { answer: answer.slice(0, maxFaultLength) }
  return new AppError('answerShapeInvalid', 'The columns of the answer are unclear', details)
}
