import { z } from 'zod'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import type { FieldError } from '../../../shared/media/mediaForm.ts'
import { fromStatus, type ErrorContext } from '../../providers/errors/providerErrors.ts'
import { quoteAnswer } from '../../providers/errors/quoteServer.ts'
import { NoResult, NotAccepted } from '../mediaProvider.ts'
import { hasAnswered, wasRefused } from '../../providers/errors/wasRefused.ts'

const text = z.string().catch('').default('')
const entrySchema = z.object({
  loc: z.array(z.union([z.string(), z.number()])).catch([]),
  msg: z.string(),
})
/** `errors` holds the words of an exception, `error` its class, `detail` a text or a list. */
const bodySchema = z.object({
  error: text,
  errors: text,
  detail: z
    .union([z.string(), z.array(entrySchema)])
    .catch('')
    .default(''),
})

/** The fields of the form that the server calls otherwise. */
const fieldNames: Readonly<Record<string, string>> = {
  width: 'size',
  height: 'size',
  init_images: 'image',
}
const codes: readonly [RegExp, ErrorCode][] = [
  [/unknown checkpoint|checkpoint .*not found|no checkpoints? found/i, 'modelNotFound'],
  [/out of memory|OutOfMemory/i, 'overloaded'],
]

export interface SdAnswer {
  status: number
  body: string
  headers: Headers
}

/** Returns the failure of an answer with an error status, with the server's own reason. */
export function sdFailure({ status, body, headers }: SdAnswer, context: ErrorContext): AppError {
  const failure = fromStatus(status, body, headers, context)
  if (status === 401) {
    const { provider, address: subject } = context
    return new AppError('mediaSignInNeeded', 'The server asks for a user name and a password', {
      ...{ provider, subject, status },
    })
  }
  const words = reasonOf(readBody(body))
  const answer = quoteAnswer(words, context.redact) ?? failure.details.answer
  const code = codes.find(([pattern]) => pattern.test(words))?.[1] ?? failure.code
  return new AppError(code, failure.message, { ...failure.details, answer })
}

/** Returns the error that an answer of status 200 holds; undefined if it holds none. */
export function sdErrorIn(answer: unknown, context: ErrorContext): AppError | undefined {
  const words = reasonOf(bodySchema.safeParse(answer).data)
  if (words === '') return undefined
  const code = codes.find(([pattern]) => pattern.test(words))?.[1] ?? 'serverError'
  const { provider, address: subject } = context
  return new AppError(code, `${provider} answered with an error`, {
    ...{ provider, subject, answer: quoteAnswer(words, context.redact) },
  })
}

/** Returns why a paid request has failed, at the fields that it is about. */
export function sdRefusal(answer: SdAnswer, context: ErrorContext): Error {
  const failure = sdFailure(answer, context)
  if (hasAnswered(failure)) return new NoResult(failure)
  if (!wasRefused(failure)) return failure
  const { detail = '' } = readBody(answer.body) ?? {}
  const errors = typeof detail === 'string' ? [] : detail
  const fieldErrors = errors.map(({ loc, msg }): FieldError => {
    const name = fieldOf(loc)
    return { name: fieldNames[name] ?? name, reason: 'service', message: msg }
  })
  return new NotAccepted(failure, fieldErrors)
}

function readBody(body: string): z.output<typeof bodySchema> | undefined {
  return bodySchema.safeParse(parseJson(body)).data
}

function reasonOf(body: z.output<typeof bodySchema> | undefined): string {
  if (!body) return ''
  const { error, errors, detail } = body
  const said =
    typeof detail === 'string'
      ? detail
      : detail.map(({ loc, msg }) => [fieldOf(loc), msg].filter(Boolean).join(': ')).join('; ')
  const words = errors || said
  return [error === 'HTTPException' && words ? '' : error, words].filter(Boolean).join(': ')
}

/** `["body", "steps"]` is about the field `steps`. */
function fieldOf(loc: readonly (string | number)[]): string {
  const [first] = loc[0] === 'body' ? loc.slice(1) : loc
  return typeof first === 'string' ? first : ''
}
