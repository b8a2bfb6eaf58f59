import type { PromptFields } from '../../shared/prompts.ts'
import { isObject, parseJson, textOf } from '../../shared/json.ts'
import { storeLocally } from '../core/stored/storeLocally.ts'

const prefix = 'parley.promptDraft.'
const newKey = 'new'
/** As often as the drafts of chats. */
const writeMilliseconds = 300

/**
 * Fields that the user has typed in this page and not saved, by the prompt's id; null is a new one.
 * They stay here until they are dropped, as the page's storage may be full.
 */
const typed = new Map<string | null, PromptFields>()
const unwritten = new Set<string | null>()
let timer: ReturnType<typeof setTimeout> | undefined
window.addEventListener('pagehide', flush)

/** Returns what was typed into a prompt's editor and not saved; undefined if there is nothing. */
export function readEditorDraft(id: string | null): PromptFields | undefined {
  const kept = typed.get(id)
  if (kept) return kept
  const stored = parseJson(localStorage.getItem(keyOf(id)) ?? '')
  if (!isObject(stored)) return undefined
  const { name, command, text } = stored
  return { name: textOf(name), command: textOf(command), text: textOf(text) }
}

/** Keeps what the user types, so that a closed window or a kill loses none of it. */
export function keepEditorDraft(id: string | null, fields: PromptFields): void {
  typed.set(id, fields)
  unwritten.add(id)
  timer ??= setTimeout(flush, writeMilliseconds)
}

export function dropEditorDraft(id: string | null): void {
  typed.delete(id)
  unwritten.delete(id)
  localStorage.removeItem(keyOf(id))
}

/** Drops what was typed for prompts that are gone, so that an erased prompt leaves no text behind. */
export function dropOrphanDrafts(ids: ReadonlySet<string>): void {
  for (const key of Object.keys(localStorage)) {
    const id = key.startsWith(prefix) ? key.slice(prefix.length) : newKey
    if (id !== newKey && !ids.has(id)) dropEditorDraft(id)
  }
}

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  for (const id of unwritten) storeLocally(keyOf(id), JSON.stringify(typed.get(id)))
  unwritten.clear()
}

function keyOf(id: string | null): string {
  return prefix + (id ?? newKey)
}
