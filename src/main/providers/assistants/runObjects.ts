import { z } from 'zod'
import { count, flag, integer, text } from '../answer/answerFields.ts'

/** Statuses of a run that goes on by itself. */
const activeStatuses = ['queued', 'in_progress', 'cancelling'] as const
const endedStatuses = ['completed', 'incomplete', 'cancelled', 'failed', 'expired'] as const

const toolCallSchema = z.object({
  id: z.string().min(1),
  function: z.object({ name: z.string(), arguments: z.string().catch('') }),
})

/** A run of an assistant. Source: RunObject of OpenAI's API description. */
export const runSchema = z.object({
  id: z.string().min(1),
  status: z.enum([...activeStatuses, ...endedStatuses, 'requires_action']),
  created_at: z.number().catch(0),
  /** Seconds since 1970. */
  expires_at: count,
  required_action: z
    .object({ submit_tool_outputs: z.object({ tool_calls: z.array(toolCallSchema) }) })
    .nullish()
    .catch(null),
  last_error: z.object({ code: text, message: text }).nullish().catch(null),
  incomplete_details: z.object({ reason: text }).nullish().catch(null),
  usage: z
    .object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
    .nullish()
    .catch(null),
})
export type Run = z.infer<typeof runSchema>

/** Tells whether the service works on the run. */
export function isActive({ status }: Run): boolean {
  return activeStatuses.some((active) => active === status)
}

/** The calls that a run waits for. */
export function listCalls(run: Run): z.infer<typeof toolCallSchema>[] {
  const isWaiting = run.status === 'requires_action'
  return isWaiting ? (run.required_action?.submit_tool_outputs.tool_calls ?? []) : []
}

const annotationSchema = z.object({
  type: text,
  index: integer,
  text,
  start_index: integer,
  end_index: integer,
  file_citation: z.object({ file_id: text, quote: text }).nullish().catch(null),
  file_path: z.object({ file_id: text }).nullish().catch(null),
})
export type Annotation = z.infer<typeof annotationSchema>

/** A block of a message, or a piece of one, which carries its index. */
const blockSchema = z.object({
  index: integer,
  type: z.string().catch(''),
  text: z
    .object({ value: text, annotations: z.array(annotationSchema).nullish().catch(null) })
    .nullish()
    .catch(null),
  image_file: z.object({ file_id: text }).nullish().catch(null),
  refusal: text,
})
export type Block = z.infer<typeof blockSchema>

/** A message of a thread. Source: MessageObject of OpenAI's API description. */
export const messageSchema = z.object({
  id: z.string().min(1),
  role: text,
  run_id: text,
  created_at: z.number().catch(0),
  content: z.array(blockSchema).catch([]),
})
export type ThreadMessage = z.infer<typeof messageSchema>

export const deltaSchema = z.object({
  id: z.string().min(1),
  delta: z.object({ content: z.array(blockSchema).catch([]) }),
})
export type MessageDelta = z.infer<typeof deltaSchema>

/**
 * An assistant of the account. Its tools go back to the service as they came. Some servers answer
 * any address with their models: `object` tells them apart.
 */
export const assistantSchema = z.object({
  id: z.string().min(1),
  object: z.literal('assistant'),
  name: text,
  tools: z
    .array(z.object({ type: z.string() }).loose())
    .nullish()
    .catch(null),
})
export type Assistant = z.infer<typeof assistantSchema>

/** A page of any list of this API. */
export const pageSchema = z.object({
  data: z.array(z.unknown()),
  has_more: flag,
  last_id: text,
})

export const idSchema = z.object({ id: z.string().min(1) })

/** The name of a file in the account; null if the service gives none. */
export const fileNameSchema = z.object({ filename: text }).transform(({ filename }) => filename)
