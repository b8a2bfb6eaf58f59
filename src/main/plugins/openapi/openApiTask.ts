import { z } from 'zod'
import { jsonSchemaSchema, sheetNoteCodes } from '../../../shared/plugins/pluginSheet.ts'
import type { WorkerTask } from '../../workers/workerTask.ts'
import { operationSchema } from './operation.ts'

const openApiToolSchema = z.object({
  /** The operation's id, or `GET /path`. */
  name: z.string(),
  description: z.string(),
  /** A JSON Schema of type `object` with flat parameters, and the body as `_requestBody`. */
  parameters: jsonSchemaSchema,
  effect: z.enum(['read', 'outside']),
  operation: operationSchema,
})
export type OpenApiTool = z.infer<typeof openApiToolSchema>

const openApiPluginSchema = z.object({
  title: z.string(),
  description: z.string(),
  version: z.string().nullable(),
  tools: z.array(openApiToolSchema),
  /** A JSON Schema of type `object` for the ways to sign in; null for none. */
  settings: jsonSchemaSchema.nullable(),
  notes: z.array(z.object({ code: z.enum(sheetNoteCodes), path: z.string(), subject: z.string() })),
})
/** Parts of a plugin made from an OpenAPI document. */
export type OpenApiPlugin = z.infer<typeof openApiPluginSchema>

export const openApiTask = {
  input: z.object({
    text: z.string(),
    /** The address that the document was read from; null for a file. */
    url: z.string().nullable(),
    /** Sign-in for its servers, used if the document has none. */
    signIn: z.enum(['bearer', 'basic']).nullable(),
  }),
  output: openApiPluginSchema,
} satisfies WorkerTask
