import type { chat } from '../../shared/chat.ts'
import { AppError } from '../../shared/errors.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import { eraseRemoved } from '../chat/conversations.ts'
import { createChatHandlers } from '../chat/handlers.ts'
import { mendConversations } from '../chat/mend.ts'
import { buildSearchIndex } from '../chat/searchBuild.ts'
import { recoverInterrupted } from '../chat/recovery.ts'
import { createReplies } from '../chat/reply.ts'
import { createTitles } from '../chat/titles.ts'
import { createTokenCounter } from '../chat/tokenCount.ts'
import { joinToolBoxes } from '../tools/joinToolBoxes.ts'
import { usedFiles } from '../chat/usedFiles.ts'
import type { Attachments } from '../attachments/attachments.ts'
import type { ModelReference, ReasoningEffort } from '../../shared/models.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import type { OpenSpeech } from '../speech/openSpeech.ts'
import type { Recordings } from '../speech/recordings/recordings.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/connection.ts'
import { openDatabase } from '../storage/database.ts'
import { forgetMark, hasLostLog, hasLostRows, keepMark } from '../storage/historyMark.ts'
import { migrations } from '../storage/migrations/all.ts'
import { historyPath } from '../storage/paths.ts'
import { hasDamagedCopy, repairDatabase } from '../storage/repair.ts'
import { isLocked, patient } from '../storage/waitForLock.ts'
import type { Log } from './log.ts'

export interface HistoryOptions {
  folder: string
  lookup: ProviderLookup
  /** False for a provider without a language model, such as the guide. */
  writesTitles: (providerId: string) => boolean
  broadcast: Broadcast<typeof chat>
  blobs: Blobs
  attachments: Attachments
  effort: () => ReasoningEffort
  /** A message was sent to this model. */
  onUsed: (model: ModelReference) => void
  openSpeech: (database: Database) => OpenSpeech
  log: Log
}

/** The history as it can be had now: open, or with the reason why it is not. */
export interface History {
  handlers: () => FeatureHandlers<typeof chat> | undefined
  /** Speech lies in the same file. */
  speech: () => OpenSpeech | undefined
  recordings: () => Recordings | undefined
  fatal: () => AppError | null
  /** What was lost while the app was closed. */
  notices: () => readonly AppError[]
  /** Opens it as soon as no other program holds it any more, and then calls back. */
  awaitUnlocked: (onOpen: () => void) => void
  /** Tries (again) to open it. */
  open: () => void
  /** Puts a damaged one aside, and what can be read of it into a new one. */
  repair: () => void
  /** Writes down what is running, and closes the file. */
  close: () => void
}

/** A file of a draft is referred to by nothing but the page. */
const forgottenFileMilliseconds = 24 * 60 * 60 * 1000

const lockPauseMilliseconds = 500
/** What the user would miss. Their rows are deleted at a start alone. */
const markedTables = ['conversation', 'message']

interface OpenHistory {
  handlers: FeatureHandlers<typeof chat>
  speech: OpenSpeech
  close: () => void
}

export function createHistory(options: HistoryOptions): History {
  const { folder, log } = options
  const path = historyPath(folder)
  let current: OpenHistory | undefined
  let fatal: AppError | null = null
  let isIncomplete = false
  let waiting: NodeJS.Timeout | undefined

  function close(): void {
    current?.close()
    current = undefined
  }

  function open(): void {
    close()
    try {
      isIncomplete ||= hasLostLog(path)
      current = openHistory(path, options, () => (isIncomplete = true))
      fatal = null
      if (isIncomplete) log('The history lacks what it had')
    } catch (error) {
      log('The history could not be opened', error)
      fatal = error instanceof AppError ? error : new AppError('internal', 'It did not open')
    }
  }

  function awaitUnlocked(onOpen: () => void): void {
    if (!fatal || !isLocked(fatal)) return
    waiting = setTimeout(() => {
      // The user may have pressed Retry meanwhile.
      if (!fatal || !isLocked(fatal)) return
      open()
      if (current) onOpen()
      else awaitUnlocked(onOpen)
    }, lockPauseMilliseconds)
  }

  return {
    handlers: () => current?.handlers,
    speech: () => current?.speech,
    recordings: () => current?.speech.recordings,
    fatal: () => fatal,
    notices: () =>
      isIncomplete ? [new AppError('databaseIncomplete', 'The history lacks what it had')] : [],
    awaitUnlocked,
    open,
    repair() {
      close()
      forgetMark(path)
      log('History repaired', repairDatabase({ path, migrations, mend: mendConversations }))
      open()
    },
    close() {
      clearTimeout(waiting)
      close()
    },
  }
}

/** Errors: databaseTooNew, databaseDamaged, databaseLocked, diskFull, folderReadOnly. */
function openHistory(path: string, options: HistoryOptions, onLost: () => void): OpenHistory {
  const { lookup, writesTitles, broadcast, log } = options
  const database = openDatabase({ path, migrations })
  try {
    if (hasLostRows(database)) onLost()
    recoverInterrupted(database)
    eraseRemoved(database)
  } catch (error) {
    // A full disk must not hide what can be read: the next start tidies up.
    if (!(error instanceof AppError && error.code === 'diskFull')) {
      database.close()
      throw error
    }
    log('The history could not be tidied up', error)
  }
  const titles = createTitles({ database, lookup, writesTitles, broadcast, log })
  const { attachments, blobs, effort, onUsed } = options
  const replies = createReplies({
    database,
    lookup,
    broadcast,
    log,
    onComplete: titles.suggest,
    onUsed,
    tools: joinToolBoxes([], log),
    effort,
    readFile: attachments.read,
    storeFile: (bytes, mediaType, name = mediaType.replace('/', '.')) =>
      attachments.store(bytes, name),
    assertStored: attachments.assertStored,
  })
  const tokens = createTokenCounter({ database, lookup, readFile: attachments.read })
  sweepFiles(path, database, blobs).catch((error: unknown) =>
    log('Files that nothing refers to were not removed', error),
  )
  const speech = options.openSpeech(database)
  const stopBuilding = buildSearchIndex(database, log)
  const mark = keepMark(database, markedTables)
  return {
    handlers: patient(
      createChatHandlers({
        database,
        replies,
        tokens,
        broadcast,
        assertStored: attachments.assertStored,
      }),
    ),
    speech: { ...speech, handlers: patient(speech.handlers) },
    close() {
      stopBuilding()
      speech.close()
      titles.stopAll()
      replies.stopAll()
      mark.close()
    },
  }
}

/** What a damaged history refers to, no one knows: beside one all files stay. */
async function sweepFiles(path: string, database: Database, blobs: Blobs): Promise<void> {
  if (hasDamagedCopy(path)) return
  await blobs.sweep(usedFiles(database), forgottenFileMilliseconds)
}
