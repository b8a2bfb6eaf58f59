/** The content of a recording, counted from its events by another program. */
export interface Expected {
  /** The length in UTF-16 code units, and the first 12 digits of the text's SHA-256. */
  text?: [length: number, sha256: string]
  reasoning?: [length: number, sha256: string]
  toolCalls?: [name: string, given: string][]
  citations?: number
  usage: Record<string, number> | null
  finishReason: string | null
  error?: string
}

export const expected: Record<string, Expected> = {
  'anthropic/duplicate-message-start.jsonl': {
    text: [13, 'dffd6021bb2b'],
    usage: { inputTokens: 17, outputTokens: 227 },
    finishReason: 'stop',
  },
  'anthropic/refusal.jsonl': {
    usage: { inputTokens: 18, outputTokens: 5 },
    finishReason: 'contentFilter',
  },
  'anthropic/text.jsonl': {
    text: [108, '3ff17711b625'],
    usage: { inputTokens: 12, outputTokens: 30 },
    finishReason: 'stop',
  },
  'anthropic/thinking.jsonl': {
    text: [13, '71ff7ea726e9'],
    reasoning: [75, '9367a725eb1e'],
    usage: { inputTokens: 69, outputTokens: 53 },
    finishReason: 'stop',
  },
  'anthropic/tool-no-args.jsonl': {
    text: [35, '54fc8410f77c'],
    toolCalls: [['updateIssueList', '{}']],
    usage: { inputTokens: 565, outputTokens: 48 },
    finishReason: 'toolCalls',
  },
  'anthropic/web-search.jsonl': {
    text: [2402, '2c86b5f34a53'],
    citations: 14,
    usage: { inputTokens: 15665, outputTokens: 795 },
    finishReason: 'stop',
  },
  'bedrock-converse/reasoning.jsonl': {
    text: [63, '148d9e7b5abd'],
    reasoning: [116, 'e1a54c70f971'],
    usage: { inputTokens: 51, outputTokens: 94 },
    finishReason: 'stop',
  },
  'bedrock-converse/text.jsonl': {
    text: [109, 'f024171127db'],
    usage: { inputTokens: 22, outputTokens: 55 },
    finishReason: 'stop',
  },
  'bedrock-converse/tool-call.jsonl': {
    toolCalls: [['test-tool', '{"value":"Sparkle Day"}']],
    usage: { inputTokens: 125, outputTokens: 45 },
    finishReason: 'toolCalls',
  },
  'openai-chat/azure-model-router.jsonl': {
    text: [19, '53f836c9fbda'],
    usage: { inputTokens: 15, outputTokens: 78, cachedTokens: 0, reasoningTokens: 64 },
    finishReason: 'stop',
  },
  'openai-chat/deepseek-tool-call.jsonl': {
    reasoning: [191, 'e9e5190a993c'],
    toolCalls: [['weather', '{"location": "San Francisco"}']],
    usage: { inputTokens: 339, outputTokens: 83, cachedTokens: 320, reasoningTokens: 39 },
    finishReason: 'toolCalls',
  },
  'openai-chat/error-legacy-parameter.json': {
    usage: null,
    finishReason: null,
    error: 'badRequest',
  },
  'openai-chat/groq-reasoning.jsonl': {
    text: [347, 'c19609678caf'],
    reasoning: [2952, 'a8661d5bd141'],
    usage: { inputTokens: 17, outputTokens: 1107, reasoningTokens: 963 },
    finishReason: 'stop',
  },
  'openai-chat/groq-text.jsonl': {
    text: [3189, 'ca1f8ad858e9'],
    usage: { inputTokens: 45, outputTokens: 662 },
    finishReason: 'stop',
  },
  'openai-chat/mistral-reasoning.jsonl': {
    text: [9, 'e93dff0d1076'],
    reasoning: [60, '3ee98375cfe6'],
    usage: { inputTokens: 10, outputTokens: 46 },
    finishReason: 'stop',
  },
  'openai-chat/text.jsonl': {
    text: [1724, '53b2d9e583d0'],
    usage: { inputTokens: 16, outputTokens: 300 },
    finishReason: 'stop',
  },
  'openai-embeddings/embedding.json': {
    usage: { inputTokens: 12, outputTokens: 0 },
    finishReason: 'stop',
  },
  'openai-responses/custom-tool.jsonl': {
    toolCalls: [['write_sql', 'SELECT * FROM users WHERE age > 25']],
    usage: { inputTokens: 50, outputTokens: 20 },
    finishReason: 'toolCalls',
  },
  'openai-responses/error.jsonl': { usage: null, finishReason: null, error: 'quotaExhausted' },
  // Four answers in a row: three calls, then the text.
  'openai-responses/reasoning-encrypted.jsonl': {
    text: [28, 'f0bb39f8205b'],
    reasoning: [163, 'e8c4cd892aec'],
    toolCalls: [
      ['calculator', '{"a":12,"b":7,"op":"add"}'],
      ['calculator', '{"a":19,"b":3,"op":"multiply"}'],
      ['calculator', '{"a":57,"b":10,"op":"multiply"}'],
    ],
    usage: { inputTokens: 299, outputTokens: 12 },
    finishReason: 'stop',
  },
  'openai-responses/web-search.jsonl': {
    text: [3645, 'd24e6afa4689'],
    usage: { inputTokens: 31073, outputTokens: 4416, cachedTokens: 3712, reasoningTokens: 3712 },
    finishReason: 'stop',
  },
}
