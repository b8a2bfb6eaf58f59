import { z } from 'zod'
import { isObject } from '../json.ts'
import { jsonSchemaSchema } from './pluginSheet.ts'

/** The limits of what a stranger's manifest may hold. */
export const manifestLimits = {
  tools: 500,
  /** The fields of one JSON Schema. */
  fields: 500,
  nameLength: 200,
  descriptionLength: 20_000,
  instructionsLength: 100_000,
  addressLength: 2000,
} as const

/** A field that says nothing on what the plugin does: a wrong one is left out. */
const optionalText = (length: number) =>
  z
    .string()
    .transform((text) => text.slice(0, length))
    .optional()
    .catch(undefined)

const name = z.string().trim().min(1).max(manifestLimits.nameLength)
/** An address, which may be relative to the manifest's own. */
const address = z.string().trim().min(1).max(manifestLimits.addressLength)

/**
 * A JSON Schema of an object, as parameters and settings are described. Only its frame is checked,
 * by hand: zod takes a fifth of a second for a megabyte of fields, in which Parley would stand
 * still.
 */
const objectSchema = jsonSchemaSchema.superRefine((schema, context) => {
  const { type, properties, required } = schema
  const issue = (path: string[], message: string): void =>
    context.addIssue({ code: 'custom', path, message })
  if (type !== 'object') issue(['type'], 'Invalid input: expected "object"')
  if (!isObject(properties)) return issue(['properties'], 'Invalid input: expected record')
  const fields = Object.entries(properties)
  if (fields.length > manifestLimits.fields) issue(['properties'], 'There are too many')
  const wrong = fields.find(([, field]) => !isObject(field) && typeof field !== 'boolean')
  if (wrong) issue(['properties', wrong[0]], 'Invalid input: expected a schema')
  const names: unknown = required ?? []
  const areNames = Array.isArray(names) && names.every((name) => typeof name === 'string')
  if (!areNames) issue(['required'], 'Invalid input: expected array of strings')
})

const apiSchema = z.object({
  name,
  description: z.string().max(manifestLimits.descriptionLength),
  parameters: objectSchema,
  url: address.optional(),
})
export type ManifestApi = z.infer<typeof apiSchema>

const metaSchema = z.object({
  avatar: optionalText(manifestLimits.addressLength),
  description: optionalText(manifestLimits.descriptionLength),
  tags: z.array(z.string()).optional().catch(undefined),
  title: optionalText(manifestLimits.nameLength),
})

const size = z.number().positive().max(10_000).optional()

/** A plugin's manifest. Fields that Parley does not know are ignored. */
export const pluginManifestSchema = z.object({
  identifier: name,
  api: z.array(apiSchema).max(manifestLimits.tools),
  /** The specification has it optional, the published SDK requires it. */
  meta: metaSchema.optional(),
  author: optionalText(manifestLimits.nameLength),
  createAt: optionalText(100),
  createdAt: optionalText(100),
  version: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  homepage: optionalText(manifestLimits.addressLength),
  gateway: address.optional(),
  openapi: address.optional(),
  settings: objectSchema.optional(),
  systemRole: z.string().max(manifestLimits.instructionsLength).optional(),
  type: z.enum(['default', 'markdown', 'standalone']).optional(),
  ui: z
    .object({
      url: address,
      mode: z.enum(['iframe', 'module']).optional(),
      width: size,
      height: size,
    })
    .optional(),
})
export type PluginManifest = z.infer<typeof pluginManifestSchema>

const httpAuthSchema = z.object({
  type: z.enum(['none', 'user_http', 'service_http', 'oauth']).catch('none'),
  authorization_type: z.enum(['bearer', 'basic']).catch('bearer'),
})

/** ChatGPT's ai-plugin.json, as far as Parley uses it. */
export const aiPluginSchema = z.object({
  name_for_model: name,
  name_for_human: optionalText(manifestLimits.nameLength),
  description_for_model: z.string().max(manifestLimits.instructionsLength).optional(),
  description_for_human: optionalText(manifestLimits.descriptionLength),
  auth: httpAuthSchema.optional(),
  api: z.object({ type: z.literal('openapi'), url: address }),
  logo_url: optionalText(manifestLimits.addressLength),
  legal_info_url: optionalText(manifestLimits.addressLength),
})
export type AiPlugin = z.infer<typeof aiPluginSchema>
