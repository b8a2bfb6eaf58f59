import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { insertConversation, showLeaf } from '../../../src/main/chat/history/conversations.ts'
import { insertMessage } from '../../../src/main/chat/history/messages.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deleteDatabase, historyPath } from '../../../src/main/storage/paths.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { createLanguages, createRandom, type Random } from './vocabulary.ts'

const cacheFolder = join(import.meta.dirname, '../../../.cache')
/** Increase this after any change to the content written here or to the index. */
const generation = 2
const messagesOfConversation = 24
const transactionLength = 2000
/** Milliseconds between two messages: a million are two years. */
const pauseMs = 60_000
export const firstModel = { providerId: 'bench', modelId: 'model-0' }
const models = 10
/** The assistant of every fiftieth chat. */
export const assistantId = '00000000-0000-4000-8000-000000000001'
const assistantEvery = 50
const fileEvery = 40
const file = { id: 'a'.repeat(64), name: 'x.png', mediaType: 'image/png', sizeBytes: 1 } as const

/** Opens a history of this many messages in several languages. It is built once and cached. */
export function openLargeHistory(messages: number): Database {
  const folder = join(cacheFolder, `search-${generation}-${migrations.length}-${messages}`)
  const path = historyPath(folder)
  if (!existsSync(path)) build(path, messages)
  return openDatabase({ path, migrations })
}

function build(path: string, messages: number): void {
  const unfinished = `${path}.unfinished`
  mkdirSync(dirname(path), { recursive: true })
  deleteDatabase(unfinished)
  const database = openDatabase({ path: unfinished, migrations })
  try {
    // The file is deleted after a crash, so commits need not wait for the disk.
    database.exec('PRAGMA synchronous = OFF')
    fill(database, messages)
  } finally {
    database.close()
  }
  renameSync(unfinished, path)
  rmSync(`${unfinished}-wal`, { force: true })
}

/** Writes conversations of 24 messages each, through the same functions as the app. */
export function fill(database: Database, messages: number): void {
  const write = createWriter(createRandom(1))
  for (let first = 0; first < messages; first += transactionLength) {
    database.transaction(() => {
      for (let at = first; at < Math.min(messages, first + transactionLength);) {
        at += writeConversation(
          database,
          at,
          Math.min(messagesOfConversation, messages - at),
          write,
        )
      }
    })
  }
}

function writeConversation(
  database: Database,
  from: number,
  count: number,
  write: (words: number) => string,
): number {
  const conversationId = crypto.randomUUID()
  const title = write(4).slice(0, 60)
  const createdAt = from * pauseMs
  const number = Math.floor(from / messagesOfConversation)
  const model = { ...firstModel, modelId: `model-${number % models}` }
  insertConversation(database, {
    ...{ id: conversationId, title, model: null, createdAt, usedAt: createdAt },
  })
  if (number % assistantEvery === 0) {
    const sql = 'INSERT INTO chat_setup (conversation_id, assistant_id, own) VALUES (?, ?, ?)'
    database.run(sql, conversationId, assistantId, '{}')
  }
  let parentId: string | null = null
  for (let index = 0; index < count; index += 1) {
    const id = crypto.randomUUID()
    const role = index % 2 === 0 ? ('user' as const) : ('assistant' as const)
    const text = { type: 'text', text: write(role === 'user' ? 14 : 60) } as const
    const hasFile = (from + index) % fileEvery === 0
    insertMessage(database, {
      ...{ id, conversationId, parentId, role, status: 'complete' },
      createdAt: createdAt + index * pauseMs,
      parts: hasFile ? [text, { type: 'file', file }] : [text],
      ...{ citations: [], warnings: [], error: null, usage: null, requestId: null },
      model: role === 'user' ? null : model,
      ...{ firstTokenMilliseconds: null, durationMilliseconds: null },
    })
    parentId = id
  }
  if (parentId !== null) showLeaf(database, conversationId, parentId)
  return count
}

/**
 * Creates a function that returns texts of about this many words, each in one language, some with
 * an emoji.
 */
export function createWriter(random: Random): (words: number) => string {
  const { languages, emoji } = createLanguages(random)
  const shares = languages.flatMap((language) =>
    Array.from({ length: language.share }, () => language),
  )
  return (words) => {
    const language = shares[Math.floor(random() * shares.length)]
    if (!language) return ''
    // Without spaces a word is a letter or two.
    const count = Math.ceil(words * (0.3 + 1.4 * random()) * (language.space === '' ? 1.7 : 1))
    const text = Array.from({ length: count }, () => language.vocabulary.draw(random))
    if (random() < 0.12) text.push(` ${emoji.draw(random)}`)
    return text.join(language.space)
  }
}
