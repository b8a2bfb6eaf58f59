/** Description of the endpoint `fal-ai/painter/pro`, as fal writes it. */
export const falSchema = {
  openapi: '3.0.4',
  components: {
    schemas: {
      OtherInput: { type: 'object', properties: { wrong: { type: 'string' } } },
      PainterInput: {
        type: 'object',
        required: ['prompt'],
        'x-fal-order-properties': ['image_size', 'prompt', 'seed', 'image_urls'],
        properties: {
          strength: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
          prompt: { type: 'string', title: 'Prompt', minLength: 1, maxLength: 1000 },
          seed: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          image_size: {
            anyOf: [
              { $ref: '#/components/schemas/ImageSize' },
              { type: 'string', enum: ['square_hd', 'landscape_4_3'] },
            ],
            default: 'square_hd',
          },
          image_urls: { type: 'array', items: { type: 'string' }, maxItems: 4 },
          duration: { type: 'string', enum: ['5', '10'], default: '5' },
          num_images: { type: 'integer', minimum: 1, maximum: 4, default: 1 },
          loras: { type: 'array', items: { $ref: '#/components/schemas/Lora' } },
          enable_safety_checker: { type: 'boolean', default: true },
        },
      },
      Lora: { type: 'object', properties: { path: { $ref: '#/components/schemas/Lora' } } },
      ImageSize: {
        type: 'object',
        properties: {
          width: { type: 'integer', exclusiveMinimum: 0, maximum: 4096 },
          height: { type: 'integer', exclusiveMinimum: 0, maximum: 4096 },
        },
      },
    },
  },
  paths: {
    '/fal-ai/painter/pro': {
      post: {
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/PainterInput' } },
          },
        },
      },
    },
  },
}
