import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { AnswerSetup, ChatSetup } from '../../shared/assistantProfiles.ts'
import { toWire, type WireError } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { store } from '../core/store.ts'
import { assistantList } from './assistants.ts'
import type { SetupEntries } from './setupEntries.ts'

/** As often as the drafts of chats. */
const writeMilliseconds = 300

/** The instructions and parameters of chats, by their ids; null for the next new chat. */
const setupsAtom = atom<ReadonlyMap<string | null, ChatSetup>>(new Map())
/** Counts the changes that main has stored. */
export const chatSetupsRevisionAtom = atom(0)

/** The entries that can't be used, by chat: they show again when the panel is opened again. */
export const invalidEntries = new Map<string | null, Partial<SetupEntries>>()

/** The values that main does not have yet, by chat. */
const unwritten = new Map<string | null, AnswerSetup>()
let timer: ReturnType<typeof setTimeout> | undefined
let written = Promise.resolve()

interface KnownSetup {
  /** Undefined until main's first answer. */
  chatSetup: ChatSetup | undefined
  failure: { error: WireError; at: number } | undefined
}

/** Returns the instructions and parameters of a chat; they follow their assistant. */
export function useChatSetup(conversationId: string | null): KnownSetup {
  const chatSetup = useAtomValue(setupsAtom).get(conversationId)
  const assistants = useAtomValue(assistantList.recordsAtom)
  const [failure, setFailure] = useState<KnownSetup['failure']>()
  useEffect(() => {
    let current = true
    loadChatSetup(conversationId).then(
      () => current && setFailure(undefined),
      (error: unknown) => current && setFailure({ error: toWire(error), at: Date.now() }),
    )
    return () => {
      current = false
    }
  }, [conversationId, assistants])
  return { chatSetup, failure }
}

/** Loads that are under way, which all parts of the page share. */
const loading = new Map<string | null, Promise<void>>()

function loadChatSetup(conversationId: string | null): Promise<void> {
  const load =
    loading.get(conversationId) ??
    readChatSetup(conversationId).finally(() => loading.delete(conversationId))
  loading.set(conversationId, load)
  return load
}

async function readChatSetup(conversationId: string | null): Promise<void> {
  const loaded = await api.assistantProfiles.chat({ conversationId })
  // A change that the user has typed meanwhile is newer.
  if (!unwritten.has(conversationId)) putSetup(conversationId, loaded)
}

/** Sets the values of a chat. Several changes are written together. */
export function changeChatSetup(conversationId: string | null, setup: AnswerSetup): void {
  const known = store.get(setupsAtom).get(conversationId)
  if (known) putSetup(conversationId, { ...known, setup })
  unwritten.set(conversationId, setup)
  timer ??= setTimeout(() => attempt(saveChatSetups()), writeMilliseconds)
}

/**
 * Writes what is not written yet. Resolves once main has it: a message must not go out without the
 * instructions that its user has just typed.
 */
export function saveChatSetups(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const changes = [...unwritten]
  unwritten.clear()
  if (changes.length > 0) written = written.catch(() => undefined).then(() => writeAll(changes))
  return written
}

async function writeAll(changes: readonly [string | null, AnswerSetup][]): Promise<void> {
  const results = await Promise.allSettled(changes.map(([id, setup]) => write(id, setup)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function write(conversationId: string | null, setup: AnswerSetup): Promise<void> {
  try {
    const stored = await api.assistantProfiles.setChat({ conversationId, setup })
    putStored(conversationId, stored)
  } catch (error) {
    // A deleted chat needs none, and must not keep the messages of others from being sent.
    if (toWire(error).code === 'conversationMissing') return
    // The next message tries again, and is not sent without it.
    if (!unwritten.has(conversationId)) unwritten.set(conversationId, setup)
    throw error
  }
}

/** Gives a chat that has just begun what was set for the next new one, as main has done. */
export function beginChatSetup(conversationId: string): void {
  const known = store.get(setupsAtom).get(null)
  if (known) putSetup(conversationId, known)
  store.set(setupsAtom, (setups) => new Map([...setups].filter(([id]) => id !== null)))
  moveKey(unwritten, conversationId)
  moveKey(invalidEntries, conversationId)
}

function moveKey<Value>(values: Map<string | null, Value>, conversationId: string): void {
  const value = values.get(null)
  if (value !== undefined) values.set(conversationId, value)
  values.delete(null)
}

/** Gives a chat an assistant; null for “Plain”. */
export async function chooseAssistant(
  conversationId: string | null,
  assistantId: string | null,
): Promise<void> {
  await saveChatSetups()
  putStored(
    conversationId,
    await api.assistantProfiles.setAssistant({ conversationId, assistantId }),
  )
}

/** Removes the values that are a chat's own. */
export async function resetChatSetup(conversationId: string | null): Promise<void> {
  await saveChatSetups()
  putStored(conversationId, await api.assistantProfiles.setChat({ conversationId, setup: null }))
}

function putStored(conversationId: string | null, stored: ChatSetup): void {
  if (!unwritten.has(conversationId)) putSetup(conversationId, stored)
  store.set(chatSetupsRevisionAtom, (revision) => revision + 1)
}

function putSetup(conversationId: string | null, chatSetup: ChatSetup): void {
  store.set(setupsAtom, (known) => new Map(known).set(conversationId, chatSetup))
}
