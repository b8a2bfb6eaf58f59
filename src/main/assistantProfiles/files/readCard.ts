import { isObject, objectsOf, textOf, type JsonObject } from '../../../shared/json.ts'
import { maxAssistantNameLength, maxCardLength } from '../../../shared/limits.ts'
import { openSource } from './openSource.ts'
import { readDraft, readText } from './readDraft.ts'
import type { FoundAssistant } from './readTask.ts'

const maxLorebookEntries = 1000
/** Stands for the user in a card, as SillyTavern calls one without a name. */
const userName = 'User'

/**
 * Returns the assistant in a character card of SillyTavern, version 1, 2 or 3; null if it can't be
 * used. Notes, tags and the first message never get into its instructions: they stay in the card.
 */
export function readCard(card: JsonObject): FoundAssistant | null {
  const data = isObject(card['data']) ? card['data'] : card
  const text = JSON.stringify(card)
  if (text.length > maxCardLength) return null
  const name = readText(data['name'], maxAssistantNameLength) ?? ''
  const entries = lorebookEntries(data)
  const constant = entries.filter(isConstant).sort((one, other) => orderOf(one) - orderOf(other))
  const character = readText(data['nickname'], maxAssistantNameLength) ?? name
  const instructions = joinParts(
    data,
    constant.map(({ content }) => textOf(content)),
    character,
  )
  const source = openSource(data)
  source.ignore('spec', 'spec_version', ...promptFields, 'nickname', 'character_book')
  const others = entries.length - constant.length
  const left = [
    ...(others > 0 ? [`character_book.entries (${String(others)})`] : []),
    ...new Set(instructions.match(/\{\{[^{}]{1,60}\}\}/g)),
  ]
  return readDraft(source, { name: ['name'], instructions: [] }, { instructions, card: text, left })
}

const promptFields = [
  'system_prompt',
  'description',
  'personality',
  'scenario',
  'mes_example',
  'post_history_instructions',
] as const

/** Joins the parts in the order in which SillyTavern sends them. */
function joinParts(data: JsonObject, lorebook: readonly string[], character: string): string {
  const [system, description, personality, scenario, example, last] = promptFields.map((field) =>
    textOf(data[field]).trim(),
  )
  return [
    system?.replaceAll(/\{\{original\}\}/gi, '').trim(),
    description,
    personality && `${character}'s personality: ${personality}`,
    scenario && `Scenario: ${scenario}`,
    ...lorebook,
    example && `Example of a conversation:\n${example}`,
    last?.replaceAll(/\{\{original\}\}/gi, '').trim(),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
    .replaceAll(/\{\{char\}\}|<BOT>/gi, () => character)
    .replaceAll(/\{\{user\}\}|<USER>/gi, () => userName)
}

function lorebookEntries(data: JsonObject): JsonObject[] {
  const book = data['character_book']
  return isObject(book) ? objectsOf(book['entries']).slice(0, maxLorebookEntries) : []
}

/** Others depend on the words of each message, which Parley does not search for them. */
function isConstant(entry: JsonObject): boolean {
  return entry['constant'] === true && entry['enabled'] !== false && entry['use_regex'] !== true
}

function orderOf(entry: JsonObject): number {
  return typeof entry['insertion_order'] === 'number' ? entry['insertion_order'] : 0
}
