import type { ModelTask } from '../../../shared/models.ts'
import { isRealtimeModel } from './realtimeSession.ts'
import { isTranscriptionModel } from './transcribe.ts'

/** Words in the ids of models for one task each, if the service says nothing. */
const words: readonly (readonly [ModelTask, RegExp])[] = [
  ['rerank', /rerank/i],
  ['embed', /embed|(?:^|[-_/])(?:bge|minilm|e5|gte)(?:$|[-_/])/i],
  ['speak', /(?:^|[-_/])(?:tts|kokoro|orpheus|playai-tts)(?:$|[-_/\d])/i],
  ['video', /(?:^|[-_/])(?:sora|veo|video)(?:$|[-_/\d])/i],
  [
    'image',
    /dall-e|gpt-image|imagen|imagine|flux|sdxl|sd-cpp|stable-?diffusion|(?:gemini|grok|qwen)-[\w.-]*image/i,
  ],
]

/** Returns the tasks, other than chat, that an id names a model for. */
export function tasksOfId(modelId: string): ModelTask[] {
  if (isRealtimeModel(modelId)) return ['realtime']
  const tasks: ModelTask[] = isTranscriptionModel(modelId) ? ['transcribe'] : []
  const named = words.find(([, pattern]) => pattern.test(modelId))
  return named ? [...tasks, named[0]] : tasks
}
