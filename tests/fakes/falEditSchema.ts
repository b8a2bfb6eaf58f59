const picture = { type: 'string' }

/** Describes an endpoint of fal with these fields, of which some are required. */
export function falSchema(properties: Record<string, object>, required: readonly string[]) {
  const schema = { type: 'object', required, properties }
  const post = { requestBody: { content: { 'application/json': { schema } } } }
  return { paths: { '/fal-ai/painter/pro': { post } } }
}

/** Describes an endpoint that edits a picture below a mask. */
export const falEditSchema = falSchema(
  {
    prompt: { type: 'string' },
    image_url: picture,
    mask_url: picture,
    output_format: { type: 'string', enum: ['jpeg', 'png'], default: 'jpeg' },
  },
  ['prompt', 'image_url', 'mask_url'],
)
