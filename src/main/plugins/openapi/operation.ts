import { z } from 'zod'

/** The argument that holds the body of a request. */
export const bodyArgument = '_requestBody'

const parameterSchema = z.object({
  /** The argument's name, which is flat: no two parameters of an operation share one. */
  argument: z.string(),
  /** The name in the request. */
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  /** Format of a list or an object in the request. */
  style: z.enum(['simple', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json']),
  explode: z.boolean(),
})
export type OperationParameter = z.infer<typeof parameterSchema>

/** A way to sign in: the setting that holds a secret, and its place in the request. */
const credentialSchema = z.object({
  setting: z.string(),
  in: z.enum(['header', 'query', 'cookie', 'bearer', 'basic']),
  /** The name of the header, field or cookie; empty for `bearer` and `basic`. */
  name: z.string(),
})
export type Credential = z.infer<typeof credentialSchema>

/** An operation of an OpenAPI document, as far as its request needs it. */
export const operationSchema = z.object({
  method: z.string(),
  /** The absolute address that `path` is appended to. */
  server: z.string(),
  /** The path as the document has it, with `{names}` and perhaps a query. */
  path: z.string(),
  parameters: z.array(parameterSchema),
  /** The media type of the body; null for no body. */
  bodyType: z.string().nullable(),
  /** Alternatives, of which each needs all of its credentials. */
  security: z.array(z.array(credentialSchema)),
})
export type OpenApiOperation = z.infer<typeof operationSchema>
