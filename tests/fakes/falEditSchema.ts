/** Describes an endpoint that edits a picture below a mask. */
export const falEditSchema = {
  paths: {
    '/fal-ai/painter/pro': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['prompt', 'image_url', 'mask_url'],
                properties: {
                  prompt: { type: 'string' },
                  image_url: { type: 'string' },
                  mask_url: { type: 'string' },
                  output_format: { type: 'string', enum: ['jpeg', 'png'], default: 'jpeg' },
                },
              },
            },
          },
        },
      },
    },
  },
}
