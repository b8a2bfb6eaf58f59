import { z } from 'zod'

/** The exact requests that Ollama accepts. Unknown fields are faults. */
const model = z.string().min(1)
const keepAlive = z.union([z.literal(-1), z.literal(0), z.string().regex(/^\d+(?:s|m|h)$/)])
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)

const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({
    role: z.literal('user'),
    content: z.string(),
    images: z.array(base64).min(1).optional(),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string(),
    thinking: z.string().min(1).optional(),
    tool_calls: z
      .array(
        z.strictObject({
          id: z.string(),
          function: z.strictObject({
            name: z.string().min(1),
            arguments: z.record(z.string(), z.unknown()),
          }),
        }),
      )
      .min(1)
      .optional(),
  }),
  z.strictObject({
    role: z.literal('tool'),
    content: z.string(),
    tool_name: z.string().optional(),
    tool_call_id: z.string().optional(),
  }),
])

const toolSchema = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    parameters: z.looseObject({ type: z.literal('object') }),
  }),
})

export const chatSchema = z.strictObject({
  model,
  messages: z.array(messageSchema).min(1),
  stream: z.literal(true),
  think: z.union([z.boolean(), z.enum(['low', 'medium', 'high'])]).optional(),
  tools: z.array(toolSchema).min(1).optional(),
  format: z.looseObject({}).optional(),
  options: z
    .strictObject({
      num_ctx: z.number().int().positive().optional(),
      num_predict: z.number().int().positive().optional(),
      temperature: z.number().min(0).optional(),
      top_p: z.number().positive().max(1).optional(),
      stop: z.array(z.string().min(1)).min(1).optional(),
    })
    .optional(),
  keep_alive: keepAlive.optional(),
})
export type OllamaChat = z.infer<typeof chatSchema>

export const showSchema = z.strictObject({ model })
export const pullSchema = z.strictObject({ model, stream: z.literal(true) })
export const deleteSchema = z.strictObject({ model })
export const unloadSchema = z.strictObject({ model, keep_alive: z.literal(0) })
