import { isObject, textOf, type JsonObject } from '../../../shared/json.ts'
import { openSource } from './openSource.ts'
import { readDraft, type Places } from './readDraft.ts'
import type { FoundAssistant } from './readTask.ts'

interface Format {
  recognizes: (entry: JsonObject) => boolean
  /** Null for entries that are no assistants. */
  places: Places | null
  /** Fields that say nothing about the assistant. */
  ignored?: readonly string[]
}

/** Formats of other programs, the most particular first. */
const formats: readonly Format[] = [
  {
    // Functions of Open WebUI are Python, and its prompts are no assistants.
    recognizes: (entry) =>
      typeof entry['content'] === 'string' &&
      (/^(?:pipe|filter|action)$/.test(textOf(entry['type'])) || 'command' in entry),
    places: null,
  },
  {
    // LobeChat.
    recognizes: (entry) =>
      isObject(entry['config']) && 'systemRole' in entry['config'] && isObject(entry['meta']),
    places: {
      name: ['meta.title', 'identifier'],
      emoji: ['meta.avatar'],
      description: ['meta.description'],
      openingQuestions: ['config.openingQuestions'],
      instructions: ['config.systemRole'],
      effort: ['config.chatConfig.reasoningEffort', 'config.params.reasoning_effort'],
      temperature: ['config.params.temperature'],
      topP: ['config.params.top_p'],
      maxTokens: ['config.params.max_tokens'],
    },
    ignored: ['identifier', 'schemaVersion', 'createdAt', '$schema'],
  },
  {
    // Models of Open WebUI.
    recognizes: (entry) => 'id' in entry && isObject(entry['params']) && isObject(entry['meta']),
    places: {
      name: ['name', 'id'],
      emoji: ['meta.profile_image_url'],
      description: ['meta.description'],
      openingQuestions: ['meta.suggestion_prompts'],
      instructions: ['params.system'],
      effort: ['params.reasoning_effort'],
      temperature: ['params.temperature'],
      topP: ['params.top_p'],
      maxTokens: ['params.max_tokens', 'params.num_predict'],
      stopWords: ['params.stop'],
    },
    ignored: ['id', 'user_id', 'created_at', 'updated_at', 'is_active'],
  },
  {
    // Presets of LibreChat, which spells one meaning in several ways.
    recognizes: (entry) => 'endpoint' in entry,
    places: {
      name: ['title', 'modelLabel', 'chatGptLabel', 'presetId'],
      instructions: ['promptPrefix', 'system'],
      effort: ['reasoning_effort'],
      temperature: ['temperature'],
      topP: ['top_p', 'topP'],
      maxTokens: ['max_tokens', 'maxOutputTokens', 'maxTokens'],
      stopWords: ['stop'],
    },
    ignored: ['presetId', 'conversationId', 'user', '_id', 'createdAt', 'updatedAt'],
  },
  {
    // Cherry Studio.
    recognizes: (entry) => typeof entry['prompt'] === 'string' && 'name' in entry,
    places: {
      name: ['name'],
      emoji: ['emoji'],
      description: ['description'],
      instructions: ['prompt'],
    },
    ignored: ['id', 'type'],
  },
  {
    // Jan, and what people write down of a GPT.
    recognizes: (entry) => 'name' in entry || 'title' in entry,
    places: {
      name: ['name', 'title'],
      emoji: ['emoji', 'avatar'],
      description: ['description'],
      openingQuestions: [
        'conversation_starters',
        'starters',
        'openingQuestions',
        'prompt_starters',
      ],
      instructions: ['instructions', 'system_prompt', 'systemPrompt', 'system'],
      temperature: ['temperature', 'parameters.temperature'],
      topP: ['top_p', 'parameters.top_p'],
      maxTokens: ['max_tokens', 'parameters.max_tokens'],
      stopWords: ['stop', 'parameters.stop'],
    },
    ignored: ['id', 'object', 'created_at'],
  },
]

/** Returns the assistant in an entry of another program's file; null if it is none. */
export function readEntry(entry: JsonObject): FoundAssistant | null {
  const format = formats.find(({ recognizes }) => recognizes(entry))
  if (!format?.places) return null
  const source = openSource(entry)
  source.ignore(...(format.ignored ?? []))
  const assistant = readDraft(source, format.places)
  const { setup, openingQuestions } = assistant?.fields ?? {}
  // A name alone is most likely something else.
  const isBlank = setup?.instructions === '' && openingQuestions?.length === 0
  return isBlank ? null : (assistant ?? null)
}
