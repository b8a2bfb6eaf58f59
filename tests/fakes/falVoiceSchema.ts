/** Schemas of fal's models that speak, by endpoint. */
const inputs: Readonly<Record<string, object>> = {
  'fal-ai/kokoro/american-english': {
    type: 'object',
    properties: {
      prompt: { type: 'string', default: '' },
      voice: { type: 'string', enum: ['af_heart', 'am_santa'], default: 'af_heart' },
      speed: { type: 'number', minimum: 0.8, maximum: 5, default: 1 },
      enable_safety_checker: { type: 'boolean', default: true },
    },
  },
  'fal-ai/gemini-tts': {
    type: 'object',
    required: ['prompt'],
    properties: {
      prompt: { type: 'string' },
      voice: { type: 'string', enum: ['Kore', 'Puck'], default: 'Kore' },
      output_format: { type: 'string', enum: ['ogg_opus', 'wav', 'mp3'], default: 'ogg_opus' },
    },
  },
  // It needs what a reader has not.
  'resemble-ai/chatterboxhd/text-to-speech': {
    type: 'object',
    required: ['text', 'audio_url'],
    properties: {
      text: { type: 'string' },
      voice: { type: 'string', enum: ['Aurora'] },
      audio_url: { type: 'string' },
    },
  },
  // Its voice is any text.
  'fal-ai/orpheus-tts': {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string' }, voice: { type: 'string' } },
  },
}

/** Returns the description of a model that speaks; undefined for any other. */
export function falVoiceSchema(endpoint: string): object | undefined {
  const schema = inputs[endpoint]
  if (!schema) return undefined
  const content = { 'application/json': { schema } }
  return { openapi: '3.0.4', paths: { [`/${endpoint}`]: { post: { requestBody: { content } } } } }
}
