import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson, textOf, type JsonObject } from '../../../shared/json.ts'
import { maxAssistants } from '../../../shared/limits.ts'
import { readTexts } from '../../pictures/metadata/readTexts.ts'
import { readCard } from './readCard.ts'
import { readEntry } from './readEntry.ts'
import { fileFormat, fileVersion, readOwn } from './ownFormat.ts'
import type { Found, FoundAssistant } from './readTask.ts'

/**
 * Returns the assistants in a JSON file, or in the picture of a character card. Errors: unreadable
 * for any other file, and if it holds nothing.
 */
export function readAssistantFile(name: string, bytes: Uint8Array): Found {
  const value = parseJson(cardText(bytes) ?? decode(bytes))
  const found: FoundAssistant[] = []
  const skipped: string[] = []
  for (const [index, entry] of entriesOf(value).entries()) {
    const assistant = isObject(entry) && found.length < maxAssistants ? readOne(entry) : null
    if (assistant) found.push(assistant)
    else skipped.push(nameOf(entry) || `${name} [${String(index + 1)}]`)
  }
  if (found.length + skipped.length > 0) return { found, skipped }
  throw new AppError('unreadable', 'It holds no assistants')
}

/** Returns the card in a picture. Version 3 goes first: the other is a copy for older programs. */
function cardText(bytes: Uint8Array): string | undefined {
  const texts = readTexts(bytes)
  if (!texts) return undefined
  const encoded = texts.get('ccv3') ?? texts.get('chara')
  return decode(Buffer.from(encoded ?? '', 'base64'))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}

function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  if (value['format'] !== fileFormat) return [value]
  if (value['version'] === fileVersion && Array.isArray(value['assistants'])) {
    return value['assistants'].map((assistant: unknown) => ({ format: fileFormat, assistant }))
  }
  throw new AppError('unreadable', 'It is from a newer version of Parley')
}

function readOne(entry: JsonObject): FoundAssistant | null {
  if (entry['format'] === fileFormat) return readOwn(entry['assistant'])
  return isCard(entry) ? readCard(entry) : readEntry(entry)
}

function isCard(entry: JsonObject): boolean {
  const isSpecified = /^chara_card_v[23]$/.test(textOf(entry['spec'])) && isObject(entry['data'])
  return isSpecified || ['first_mes', 'mes_example'].some((field) => field in entry)
}

/** Returns the name of an entry that can't be used, as far as it has one. */
function nameOf(entry: unknown): string {
  const value = isObject(entry) && isObject(entry['assistant']) ? entry['assistant'] : entry
  if (!isObject(value)) return ''
  const names = [value['name'], value['title'], value['id'], value['command']].map(textOf)
  return (names.find((name) => name !== '') ?? '').slice(0, 100)
}
