import { z } from 'zod'
import { mcpConfigSchema } from '../../shared/plugins/mcp.ts'
import { operationSchema } from './openapi/operation.ts'

/** Transport of a tool's calls. */
const routeSchema = z.discriminatedUnion('kind', [
  /** The arguments are the body of a POST to the address. */
  z.object({ kind: z.literal('post'), url: z.string() }),
  /** The plugin's own gateway gets the arguments with the names of plugin and tool. */
  z.object({ kind: z.literal('gateway'), url: z.string() }),
  /** A request that an OpenAPI document describes. */
  z.object({ kind: z.literal('operation'), operation: operationSchema }),
  /** The plugin's page answers. */
  z.object({ kind: z.literal('page') }),
  /** A server of the Model Context Protocol answers. */
  z.object({ kind: z.literal('mcp') }),
])
export type Route = z.infer<typeof routeSchema>

/** Data that main needs to run a plugin, besides its sheet. The page never sees it. */
export const pluginProgramSchema = z.object({
  /** The identifier by which the plugin's own servers know it. */
  identifier: z.string(),
  /** By the tools' own names. */
  routes: z.record(z.string(), routeSchema),
  /** The origins (scheme, host and port) that may be sent the secret settings. */
  secretOrigins: z.array(z.string()),
  /** Its server of the Model Context Protocol; null for none. */
  mcp: z
    .object({
      config: mcpConfigSchema,
      /** False until the server has told its tools for the first time. */
      areToolsRead: z.boolean(),
    })
    .nullable(),
})
export type PluginProgram = z.infer<typeof pluginProgramSchema>
