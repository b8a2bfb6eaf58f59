import { atom } from 'jotai'
import type { ContinuationFrame, ContinuedText } from '../../shared/completions.ts'
import type { Warning } from '../../shared/chat/parts.ts'
import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import { maxContinuedLength } from '../../shared/limits.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { createKept } from '../core/stored/createKept.ts'
import { store } from '../core/store.ts'
import { findOnlyCompleting } from './onlyCompleting.ts'
import { wantedModelAtom } from './openContinueText.ts'
import { initialFields, readSampling } from './samplingFields.ts'
import type { Fields } from './samplingFields.ts'
import {
  addStep,
  changeText,
  chooseAlternative,
  continuedBy,
  dropEmptyStep,
  extendStep,
  findTokens,
  readHistory,
  redo,
  shownContinuation,
  undo,
} from './textHistory.ts'
import type { Continuation, Step, TextHistory } from './textHistory.ts'

/** The page's text and what the user chose for it. */
export interface Page extends TextHistory {
  model: ModelReference | null
  fields: Fields
}

/** A continuation that is under way. */
export interface Run {
  abort: AbortController
  /** The failure after which the request is repeated; undefined unless it waits for that. */
  waitsAfter?: WireError
}

/** Outcome of the last continuation. */
export interface Outcome {
  reason?: Extract<ContinuationFrame, { type: 'finish' }>['reason']
  failure?: { error: WireError; at: number }
  warnings: readonly Warning[]
  usage?: { inputTokens: number; outputTokens: number }
}

/** Undefined until main's first answer. */
export const pageAtom = atom<Page | undefined>(undefined)
export const runAtom = atom<Run | undefined>(undefined)
export const outcomeAtom = atom<Outcome | undefined>(undefined)

const kept = createKept<ContinuedText>({
  read: async () => (await api.completions.text({})).kept,
  write: (value) => api.completions.saveText({ kept: value }),
  unwrittenKey: 'unwrittenContinuedText',
})

/** Reads the text as the user has left it. Errors: databaseLocked. */
export async function openPage(): Promise<void> {
  const left = store.get(pageAtom) ? undefined : await kept.read()
  if (!store.get(pageAtom)) {
    const page = left && { model: left.model, fields: left.fields, ...readHistory(left) }
    store.set(
      pageAtom,
      page ?? { model: null, fields: initialFields, text: '', steps: [], done: 0 },
    )
  }
  const wanted = store.get(wantedModelAtom)
  if (!wanted) return
  store.set(wantedModelAtom, undefined)
  setModel(wanted)
}

function change(next: (page: Page) => Page): void {
  const page = store.get(pageAtom)
  if (!page) return
  const changed = next(page)
  store.set(pageAtom, changed)
  const { model, fields, text, steps, done } = changed
  // Main refuses longer texts; the page says so until the user has shortened it.
  if (text.length > maxContinuedLength) return
  kept.keep({ model, fields, text, steps: steps.map(withoutPieces), done })
}

function withoutPieces({ at, removed, inserted }: Step): ContinuedText['steps'][number] {
  return { at, removed, inserted }
}

/** Whether the user has left it to Parley to choose a model since the page's first opening. */
let choosesModel = true

/** Takes one of the models that only continues texts, unless there is a model, or the user wants none. */
export function chooseModel(
  models: readonly Model[],
  refusedChats: readonly ModelReference[],
): void {
  if (!choosesModel || store.get(pageAtom)?.model !== null) return
  const model = findOnlyCompleting(models, refusedChats)
  if (model) change((page) => ({ ...page, model }))
}

export function setModel(model: ModelReference | null): void {
  choosesModel = false
  change((page) => ({ ...page, model }))
}

export function setField(name: keyof Fields, value: string): void {
  change((page) => ({ ...page, fields: { ...page.fields, [name]: value } }))
}

/** Takes the text as the user has changed it. */
export function setText(text: string): void {
  if (store.get(runAtom)) return
  change((page) => ({ ...page, ...changeText(page, text) }))
}

export function undoStep(): void {
  if (store.get(runAtom)) return
  store.set(outcomeAtom, undefined)
  change((page) => ({ ...page, ...undo(page) }))
}

export function redoStep(): void {
  if (store.get(runAtom)) return
  store.set(outcomeAtom, undefined)
  change((page) => ({ ...page, ...redo(page) }))
}

/** Continues the text at an offset: its end, or the gap that the model fills in. */
export function continueAt(offset: number, isGap: boolean): Promise<void> {
  return run({ at: offset, removed: '', inserted: '' }, { start: offset, pieces: [] }, isGap)
}

/** Puts another token in place of a piece of the continuation, and goes on behind it. */
export async function takeAlternative(index: number, text: string): Promise<void> {
  const page = store.get(pageAtom)
  const continuation = page && shownContinuation(page)
  const step = continuation && chooseAlternative(continuation, index, text)
  if (!page || !step?.continuation) return
  const end = step.at + step.removed.length
  await run(step, step.continuation, end < page.text.length)
}

export function stopRun(): void {
  store.get(runAtom)?.abort.abort()
}

/** Makes a step, and lets the model go on with the continuation that it leaves. */
async function run(step: Step, begun: Continuation, isGap: boolean): Promise<void> {
  const page = store.get(pageAtom)
  const { sampling } = page ? readSampling(page.fields) : {}
  if (!page?.model || !sampling || store.get(runAtom)) return
  const { model } = page
  const abort = new AbortController()
  const continuation = continuedBy(model, begun)
  // A gap is filled in by text: servers take no ids there.
  const tokens = isGap ? undefined : findTokens(continuation)
  store.set(runAtom, { abort })
  store.set(outcomeAtom, undefined)
  change((before) => ({ ...before, ...addStep(before, { ...step, continuation }) }))
  const asked = store.get(pageAtom)?.text ?? ''
  const end = step.at + step.inserted.length
  const outcome: Outcome = { warnings: [] }
  try {
    const frames = api.completions.continueText(
      {
        model,
        text: asked.slice(0, end),
        suffix: isGap ? asked.slice(end) : null,
        ...(tokens && { tokens }),
        sampling,
      },
      abort.signal,
    )
    for await (const frame of frames) takeFrame(frame, outcome, abort)
  } catch (error) {
    if (!abort.signal.aborted) outcome.failure = { error: toWire(error), at: Date.now() }
  } finally {
    const { text, steps, done } = page
    change((after) => ({ ...after, ...dropEmptyStep(after, { text, steps, done }) }))
    store.set(runAtom, undefined)
    store.set(outcomeAtom, outcome)
  }
}

function takeFrame(frame: ContinuationFrame, outcome: Outcome, abort: AbortController): void {
  switch (frame.type) {
    case 'pieces':
      if (store.get(runAtom)?.waitsAfter) store.set(runAtom, { abort })
      return change((page) => ({ ...page, ...extendStep(page, frame.pieces) }))
    case 'waiting':
      return store.set(runAtom, { abort, waitsAfter: frame.error })
    case 'warning':
      outcome.warnings = [...outcome.warnings, frame.warning]
      return
    case 'usage':
      outcome.usage = frame.usage
      return
    case 'finish':
      outcome.reason = frame.reason
  }
}
