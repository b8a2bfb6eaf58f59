import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { maxQuotedAnswerLength } from '../../../shared/limits.ts'
import type { FieldError } from '../../../shared/media/mediaForm.ts'
import type { WorkflowMark } from '../../../shared/media/mediaWorkflow.ts'
import { NotAccepted } from '../mediaProvider.ts'
import { comfyName } from './comfyApi.ts'
import type { ServiceAnswer } from '../requestOnce.ts'
import type { ComfyApi } from './comfyApi.ts'
import { fieldNameOf } from './comfyForm.ts'

const nodeErrorSchema = z.object({
  message: z.string().catch(''),
  details: z.string().catch(''),
  extra_info: z
    .object({ input_name: z.string().optional().catch(undefined) })
    .catch({ input_name: undefined }),
})
const refusalSchema = z.object({
  error: z
    .union([
      z.object({ message: z.string().catch(''), details: z.string().catch('') }),
      z.string().transform((message) => ({ message, details: '' })),
    ])
    .catch({ message: '', details: '' }),
  node_errors: z
    .record(
      z.string(),
      z.object({
        class_type: z.string().catch(''),
        errors: z.array(nodeErrorSchema).catch([]),
      }),
    )
    .catch({}),
})

/** Returns why the server has refused a workflow, in its own words, at the fields they are about. */
export function refusalOf(
  answer: ServiceAnswer,
  { marks, failureOf }: { marks: readonly WorkflowMark[] } & Pick<ComfyApi, 'failureOf'>,
): NotAccepted {
  const refusal = refusalSchema.safeParse(answer.json).data
  const failure = failureOf(answer)
  if (!refusal) return new NotAccepted(failure)
  const ofNodes = Object.entries(refusal.node_errors).flatMap(([node, { class_type, errors }]) =>
    errors.map((error) => ({ node, name: class_type, ...error })),
  )
  const fieldErrors = ofNodes.map(({ node, name, message, details, extra_info }): FieldError => {
    const field = marks.find((mark) => mark.node === node && mark.input === extra_info.input_name)
    const said = sentence([message, details])
    return {
      name: field ? fieldNameOf(field, marks) : '',
      reason: 'service',
      message: field ? said : sentence([name, said]),
    }
  })
  const words = fieldErrors[0]?.message || sentence([refusal.error.message, refusal.error.details])
  const details = { ...failure.details, ...(words !== '' && { answer: words }) }
  const code = ofNodes.length > 0 ? 'unprocessable' : failure.code
  return new NotAccepted(new AppError(code, failure.message, details), fieldErrors)
}

const executionErrorSchema = z.object({
  node_type: z.string().catch(''),
  exception_message: z.string().catch(''),
})

/** Returns why a node has failed, in the server's words. */
export function executionFailure(told: unknown): AppError {
  const { node_type: node, exception_message: message } = executionErrorSchema
    .catch({ node_type: '', exception_message: '' })
    .parse(told)
  const isFull = /out of memory|OutOfMemory/i.test(message)
  return new AppError(isFull ? 'overloaded' : 'unprocessable', 'A node of the workflow failed', {
    ...{ provider: comfyName, answer: sentence([node, message]) },
  })
}

function sentence(parts: readonly string[]): string {
  const words = parts.map((part) => part.trim()).filter((part) => part !== '')
  return words.join(': ').slice(0, maxQuotedAnswerLength)
}
