import { createHash } from 'node:crypto'
import type { ModelReference } from '../../../shared/models.ts'
import { readModel, readTime } from '../history/readColumns.ts'
import type { Row } from '../../storage/connection.ts'

const dayMs = 24 * 60 * 60 * 1000
const dayDigits = 6
const lastDay = 10 ** dayDigits - 1
/** First letters of traits: Unicode leaves them unassigned for good, so no text has such a word. */
const roleLetter = '\ufdd8'
const dayLetter = '\ufdd9'
const modelLetter = '\ufdda'
const chatLetter = '\ufddb'
/** The token of messages with a file. */
export const fileToken = '\ufddc'

/** SQL: true for a message with a file, of the user, the model or a tool. */
export const hasFileSql = `(instr(message.parts, '"type":"file"') > 0
  OR instr(message.parts, '"files":[{') > 0)`

/** SQL: the columns that `traitTokens` reads. */
export const traitColumns = `message.role, message.created_at, message.provider_id,
  message.model_id, conversation.sequence AS chat, ${hasFileSql} AS has_file`

/** Returns the tokens of a message for the filters of the search, separated by spaces. */
export function traitTokens(row: Row): string {
  const model = readModel(row)
  return [
    roleToken(row['role'] === 'user' ? 'user' : 'assistant'),
    dayLetter + dayText(dayOf(readTime(row['created_at']))),
    ...(model ? [modelToken(model)] : []),
    ...(typeof row['chat'] === 'number' ? [chatToken(row['chat'])] : []),
    ...(row['has_file'] === 1 ? [fileToken] : []),
  ].join(' ')
}

export function roleToken(role: 'user' | 'assistant'): string {
  return roleLetter + role.charAt(0)
}

export function modelToken({ providerId, modelId }: ModelReference): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([providerId, modelId]))
    .digest('hex')
  return modelLetter + hash.slice(0, 12)
}

/** Returns the token of all messages of a conversation with this sequence. */
export function chatToken(sequence: number): string {
  return chatLetter + sequence.toString(36)
}

/**
 * Returns the beginnings of the tokens of all days from `after` up to `before`, in milliseconds
 * since 1970: days as UTC has them, so a few messages outside have such a token, too.
 */
export function dayBeginnings(after: number, before: number): string[] {
  const beginnings: string[] = []
  const last = dayOf(before)
  for (let day = dayOf(after); day <= last;) {
    let digits = 0
    let block = 1
    while (digits < dayDigits && day % (block * 10) === 0 && day + block * 10 - 1 <= last) {
      digits += 1
      block *= 10
    }
    beginnings.push(dayLetter + dayText(day).slice(0, dayDigits - digits))
    day += block
  }
  return beginnings
}

function dayOf(time: number): number {
  return Math.min(lastDay, Math.max(0, Math.floor(time / dayMs)))
}

function dayText(day: number): string {
  return String(day).padStart(dayDigits, '0')
}
