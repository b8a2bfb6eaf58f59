import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import { maxPromptTextLength } from '../../shared/limits.ts'
import { prompts as feature } from '../../shared/prompts.ts'
import { listVariables } from '../../shared/promptVariables.ts'
import { assertConsent, type AskConsent } from '../consent.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { Database } from '../storage/connection.ts'
import { patient } from '../storage/waitForLock.ts'
import { readPrompts, writePrompts } from './files/promptFiles.ts'
import { withTimeout } from '../timeLimit.ts'
import { createPromptTable, eraseRemoved, promptMissing, type PromptTable } from './promptTable.ts'

/** A program that hangs while it hands over what was copied must not block the prompt. */
const clipboardTimeoutMs = 2000

interface PromptsOptions {
  /** The file `promptFileWorker`, which reads files of prompts in a thread. */
  fileWorker: string | URL
  consent: AskConsent
  /** Returns the text in the clipboard; empty if it holds none. */
  readClipboard: () => Promise<string>
}

interface Dependencies extends PromptsOptions {
  table: PromptTable
  database: Database
  broadcast: Broadcast<typeof feature>
}

/** Opens the user's library of prompts. */
export function openPrompts(
  context: Pick<FeatureContext, 'createBroadcast' | 'history' | 'log'>,
  options: PromptsOptions,
): OpenFeature<typeof feature> {
  const { createBroadcast, history, log } = context
  const broadcast = createBroadcast('prompts', feature)
  const current = history.add({
    recover: eraseRemoved,
    open(database) {
      const table = createPromptTable(database, log)
      const handlers = createHandlers({ ...options, table, database, broadcast })
      return { handlers: patient(handlers), close: () => undefined }
    },
  })
  return { handlers: () => current()?.handlers }
}

function createHandlers(dependencies: Dependencies): FeatureHandlers<typeof feature> {
  const { table, database, broadcast, fileWorker } = dependencies
  const readClipboard = createClipboardReader(dependencies)
  return {
    list: () => table.list(),
    read: ({ id }) => table.read(id),
    save({ id, fields }) {
      const saved = id === null ? table.create(fields) : table.replace(id, fields)
      broadcast('changed', [saved])
      return saved
    },
    remove({ id }) {
      table.remove(id)
      broadcast('removed', { id })
      return {}
    },
    restore({ id }) {
      const restored = table.restore(id)
      broadcast('changed', [restored])
      return restored
    },
    versions: ({ id }) => table.versions(id),
    version: ({ id, number }) => table.version(id, number),
    readFile: (file) => readPrompts(fileWorker, file, table.all()),
    addAll({ added }) {
      const saved = database.transaction(() => added.map((fields) => table.create(fields)))
      if (saved.length > 0) broadcast('changed', saved)
      return saved
    },
    exportFile() {
      const all = table.all()
      return { text: writePrompts(all), count: all.length }
    },
    clipboardText: readClipboard,
  }
}

/**
 * Returns the reader of the clipboard, which may hold a password of another program. Main reads it
 * only for a prompt that asks for it, and after the user has allowed that in main's own dialog.
 */
function createClipboardReader({ table, consent, readClipboard }: Dependencies) {
  let isAllowed = false
  return async ({ id }: { id: string }): Promise<{ text: string; isCut: boolean }> => {
    const variables = listVariables(table.read(id).text)
    if (!variables.some(({ builtIn }) => builtIn === 'clipboard')) throw promptMissing(id)
    if (!isAllowed) {
      await assertConsent(consent, { kind: 'clipboard', name: '', facts: [] })
      isAllowed = true
    }
    const text = await withTimeout(clipboardTimeoutMs, null, readClipboard)
    const isCut = text.length > maxPromptTextLength
    return { text: text.slice(0, maxPromptTextLength).toWellFormed(), isCut }
  }
}
