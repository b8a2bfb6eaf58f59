import { atom } from 'jotai'
import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import { createSerialQueue } from '../../shared/serialQueue.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'
import { uploadFile } from './uploadFile.ts'
import { maxAttachments, maxMessageBytes } from '../../shared/limits.ts'

/** A file of a draft. */
export interface DraftFile {
  key: string
  name: string
  sizeBytes: number
  state:
    | { stage: 'uploading'; fraction: number }
    | { stage: 'ready'; attachment: Attachment }
    | { stage: 'failed'; error: WireError }
}

/** The files of all drafts, by conversation; null is the key of a new chat. */
export const draftFilesAtom = atom<ReadonlyMap<string | null, readonly DraftFile[]>>(new Map())

const none: readonly DraftFile[] = []
const uploads = new Map<string, AbortController>()
/** Uploads run one after the other: two at once would not be faster. */
const inTurn = createSerialQueue()

export function draftFilesOf(conversationId: string | null): readonly DraftFile[] {
  return store.get(draftFilesAtom).get(conversationId) ?? none
}

/**
 * Starts to upload files to main. Returns how many exceed a message's number of files. Those that are
 * too large together with the others say so in the draft.
 */
export function addDraftFiles(conversationId: string | null, files: readonly File[]): number {
  const before = draftFilesOf(conversationId)
  const room = Math.max(0, maxAttachments - before.length)
  let bytes = bytesOf(before)
  const taken = files.slice(0, room).map((file) => {
    const isFitting = bytes + file.size <= maxMessageBytes
    if (isFitting) bytes += file.size
    return { file, key: crypto.randomUUID(), isFitting }
  })
  change(conversationId, (known) => [
    ...known,
    ...taken.map(({ file, key, isFitting }): DraftFile => {
      const state: DraftFile['state'] = isFitting
        ? { stage: 'uploading', fraction: 0 }
        : { stage: 'failed', error: tooLargeTogether }
      return { key, name: file.name, sizeBytes: file.size, state }
    }),
  ])
  for (const { file, key, isFitting } of taken) {
    if (!isFitting) continue
    const upload = new AbortController()
    uploads.set(key, upload)
    void inTurn(() => bring(file, key, upload.signal))
  }
  return files.length - taken.length
}

const tooLargeTogether = toWire(
  new AppError('attachmentsTooLarge', 'The files are too large together'),
)

/** Returns the bytes that a draft's files will send. */
function bytesOf(files: readonly DraftFile[]): number {
  return files.reduce(
    (sum, { state, sizeBytes }) => (state.stage === 'failed' ? sum : sum + sizeBytes),
    0,
  )
}

/** Returns why files that main has have no room in a draft; undefined if they have. */
export function lackOfRoom(
  conversationId: string | null,
  stored: readonly Attachment[],
): 'tooMany' | 'tooLarge' | undefined {
  const known = draftFilesOf(conversationId)
  if (known.length + stored.length > maxAttachments) return 'tooMany'
  const bytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytesOf(known))
  return bytes > maxMessageBytes ? 'tooLarge' : undefined
}

/**
 * Puts files that main already has before those of a draft. Returns whether they have room there.
 */
export function addStoredFiles(
  conversationId: string | null,
  stored: readonly Attachment[],
): boolean {
  if (lackOfRoom(conversationId, stored)) return false
  change(conversationId, (known) => [
    ...stored.map((attachment): DraftFile => {
      const { name, sizeBytes } = attachment
      return { key: crypto.randomUUID(), name, sizeBytes, state: { stage: 'ready', attachment } }
    }),
    ...known,
  ])
  return true
}

export function removeDraftFile(conversationId: string | null, key: string): void {
  uploads.get(key)?.abort()
  uploads.delete(key)
  change(conversationId, (known) => known.filter((file) => file.key !== key))
}

/** Takes a file that main has out of a draft. */
export function removeStoredFile(conversationId: string | null, stored: Attachment): void {
  change(conversationId, (known) =>
    known.filter(({ state }) => state.stage !== 'ready' || state.attachment !== stored),
  )
}

/** Lets only the passages of a file be sent that fit each question. */
export function sendPassagesOnly(conversationId: string | null, stored: Attachment): void {
  change(conversationId, (known) =>
    known.map((file) => {
      if (file.state.stage !== 'ready' || file.state.attachment !== stored) return file
      return { ...file, state: { stage: 'ready', attachment: { ...stored, passagesOnly: true } } }
    }),
  )
}

/** Removes sent files from a draft. */
export function dropDraftFiles(conversationId: string | null, sent: readonly DraftFile[]): void {
  for (const { key } of sent) removeDraftFile(conversationId, key)
}

/** Returns the draft's files that main has. */
export function attachmentsIn(files: readonly DraftFile[]): Attachment[] {
  return files.flatMap(({ state }) => (state.stage === 'ready' ? state.attachment : []))
}

async function bring(file: File, key: string, signal: AbortSignal): Promise<void> {
  const put = (state: DraftFile['state']): void => setState(key, state)
  try {
    const onProgress = (fraction: number): void => put({ stage: 'uploading', fraction })
    put({ stage: 'ready', attachment: await uploadFile(file, { api, signal, onProgress }) })
  } catch (error) {
    if (!signal.aborted) put({ stage: 'failed', error: toWire(error) })
  } finally {
    uploads.delete(key)
  }
}

/** Sets a file's state in whichever draft has it now; a removed file has none. */
function setState(key: string, state: DraftFile['state']): void {
  for (const [conversationId, files] of store.get(draftFilesAtom)) {
    if (!files.some((file) => file.key === key)) continue
    change(conversationId, (known) =>
      known.map((file) => (file.key === key ? { ...file, state } : file)),
    )
  }
}

function change(
  conversationId: string | null,
  edit: (files: readonly DraftFile[]) => readonly DraftFile[],
): void {
  store.set(draftFilesAtom, (before) => {
    const after = new Map(before)
    const files = edit(before.get(conversationId) ?? none)
    if (files.length > 0) after.set(conversationId, files)
    else after.delete(conversationId)
    return after
  })
}
