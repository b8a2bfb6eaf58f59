import { z } from 'zod'

/** A message of a view, by JSON-RPC. One without an id wants no answer. */
export const viewMessageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).default({}),
})
export type ViewMessage = z.infer<typeof viewMessageSchema>

const textSchema = z.object({ type: z.literal('text'), text: z.string() })

export const sizeSchema = z.object({
  width: z.number().positive().optional(),
  height: z.number().positive().optional(),
})
export const linkSchema = z.object({ url: z.string().max(10_000) })
export const resourceSchema = z.object({ uri: z.string().min(1).max(2000) })
export const callSchema = z.object({
  name: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()).default({}),
})

const blocksSchema = z
  .union([z.array(z.unknown()), z.looseObject({}).transform((block) => [block])])
  .transform((blocks) => blocks.flatMap((block) => textSchema.safeParse(block).data?.text ?? []))
/** The texts of a message of the user's that a view proposes. */
export const messageSchema = z.object({ role: z.literal('user'), content: blocksSchema })
/** Context that a view gives to the model: texts, and data as JSON. */
export const contextSchema = z.object({
  content: blocksSchema.default([]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
})

/** The files that a view wants to save: whole, or as links to resources of its server. */
export const downloadSchema = z.object({
  contents: z
    .array(
      z.discriminatedUnion('type', [
        z.object({
          type: z.literal('resource'),
          resource: z.object({
            uri: z.string().max(2000),
            text: z.string().optional(),
            blob: z.base64().optional(),
          }),
        }),
        z.object({
          type: z.literal('resource_link'),
          uri: z.string().min(1).max(2000),
          name: z.string().max(300).optional(),
        }),
      ]),
    )
    .min(1)
    .max(10),
})
export type Download = z.infer<typeof downloadSchema>['contents'][number]

/** A message to the view. */
export type ViewReply = { jsonrpc: '2.0' } & Record<string, unknown>

/** The codes of JSON-RPC. */
export const rpcCodes = { invalidParameters: -32_602, unknownMethod: -32_601, failed: -32_000 }

export function notify(method: string, params: Record<string, unknown>): ViewReply {
  return { jsonrpc: '2.0', method: `ui/notifications/${method}`, params }
}
