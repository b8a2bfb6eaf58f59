import { isObject, textOf, type JsonObject } from '../../../shared/json.ts'
import type { SchemaConverter } from './convertSchema.ts'
import { bodyTypes, isJsonType } from './encodeBody.ts'
import type { References } from './references.ts'

export interface ReadBody {
  mediaType: string
  schema: Record<string, unknown>
  isRequired: boolean
}

/**
 * Returns an operation's body: of the media types that can be written the best one. Null for none,
 * `unsupported` if it has others alone.
 */
export function readBody(
  operation: JsonObject,
  parameters: readonly unknown[],
  consumes: unknown,
  references: References,
  converter: SchemaConverter,
): ReadBody | null | 'unsupported' {
  const body = references.follow(operation['requestBody'])
  if (!body) return readSwaggerBody(parameters, consumes, references, converter)
  const { content } = body
  if (!isObject(content)) return null
  const types = Object.keys(content)
  if (types.length === 0) return null
  const chosen = chooseType(types)
  if (chosen === undefined) return body['required'] === true ? 'unsupported' : null
  const media = content[chosen]
  const schema = converter.convert(isObject(media) ? media['schema'] : {})
  return {
    mediaType: plainType(chosen),
    schema: typeof schema === 'boolean' ? {} : schema,
    isRequired: body['required'] === true,
  }
}

function chooseType(types: readonly string[]): string | undefined {
  const json = types.find((type) => isJsonType(plainType(type)))
  const known = bodyTypes.map((type) => types.find((given) => plainType(given) === type))
  return json ?? known.find((type) => type !== undefined) ?? types.find((type) => type === '*/*')
}

function plainType(type: string): string {
  const plain = (type.split(';', 1)[0] ?? '').trim().toLowerCase()
  return plain === '*/*' ? 'application/json' : plain
}

/** Reads the body of OpenAPI 2.0, which is among the parameters: one `body`, or form fields. */
function readSwaggerBody(
  parameters: readonly unknown[],
  consumes: unknown,
  references: References,
  converter: SchemaConverter,
): ReadBody | null {
  const found = parameters.map(references.follow).filter((parameter) => parameter !== undefined)
  const body = found.find((parameter) => parameter['in'] === 'body')
  if (body) {
    const schema = converter.convert(body['schema'])
    return {
      mediaType: 'application/json',
      schema: typeof schema === 'boolean' ? {} : schema,
      isRequired: body['required'] === true,
    }
  }
  const fields = found.filter((parameter) => parameter['in'] === 'formData')
  if (fields.length === 0) return null
  const required = fields.filter((field) => field['required'] === true)
  const isMultipart = Array.isArray(consumes) && consumes.includes('multipart/form-data')
  return {
    mediaType: isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((field) => [
          textOf(field['name']),
          converter.convert({ ...field, required: undefined }),
        ]),
      ),
      ...(required.length > 0 && { required: required.map((field) => textOf(field['name'])) }),
    },
    isRequired: required.length > 0,
  }
}
