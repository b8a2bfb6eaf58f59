import { z } from 'zod'

/** A message of a view, by JSON-RPC. One without an id wants no answer. */
export const viewMessageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).default({}),
})
export type ViewMessage = z.infer<typeof viewMessageSchema>

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

/** A message to the view. */
export type ViewReply = { jsonrpc: '2.0' } & Record<string, unknown>

/** The codes of JSON-RPC. */
export const rpcCodes = { invalidParameters: -32_602, unknownMethod: -32_601, failed: -32_000 }

export function notify(method: string, params: Record<string, unknown>): ViewReply {
  return { jsonrpc: '2.0', method: `ui/notifications/${method}`, params }
}
