import type { ContinuedPiece, ContinuedText, KnownTokens } from '../../shared/completions.ts'
import { maxContinuationSteps, maxContinuedLength, maxTokenIds } from '../../shared/limits.ts'
import type { ModelReference } from '../../shared/models.ts'
import { sameModel } from '../core/store.ts'

/** A continuation whose probabilities are known, and the offset in the text where it begins. */
export interface Continuation {
  start: number
  pieces: readonly ContinuedPiece[]
  /** The model whose token ids the pieces have; missing at first. */
  model?: ModelReference
}

/** A change of the text: `removed` at the offset `at` was replaced by `inserted`. */
export interface Step {
  at: number
  removed: string
  inserted: string
  /** The continuation that the change left at its place; missing after the user's own changes. */
  continuation?: Continuation
}

/** A text with the changes that led to it. */
export interface TextHistory {
  text: string
  /** Oldest first. The first `done` are in the text; the others were undone. */
  steps: readonly Step[]
  done: number
}

/** All steps together: what is older can no longer be undone. */
const maxStepsLength = 2 * maxContinuedLength

/**
 * Returns the history after the user has changed the text. Letters that follow each other join the
 * step before, up to the end of a word.
 */
export function changeText(history: TextHistory, text: string): TextHistory {
  const step = findChange(history.text, text)
  if (!step) return history
  const last = history.steps[history.done - 1]
  const joined = last && history.done === history.steps.length && joinTyping(last, step)
  if (!joined) return addStep(history, step)
  return { ...history, text, steps: [...history.steps.slice(0, -1), joined] }
}

/** Returns the history after a step was made; the steps that were undone are gone. */
export function addStep(history: TextHistory, step: Step): TextHistory {
  const steps = bounded([...history.steps.slice(0, history.done), step])
  return { text: apply(history.text, step), steps, done: steps.length }
}

/** Returns the history with pieces added to the continuation that the last step made. */
export function extendStep(history: TextHistory, pieces: readonly ContinuedPiece[]): TextHistory {
  const step = history.steps[history.done - 1]
  if (!step?.continuation) return history
  const added = pieces.map((piece) => piece.text).join('')
  const end = step.at + step.inserted.length
  const extended = {
    ...step,
    inserted: step.inserted + added,
    continuation: {
      ...step.continuation,
      pieces: [...step.continuation.pieces, ...pieces],
    },
  }
  return {
    ...history,
    text: history.text.slice(0, end) + added + history.text.slice(end),
    steps: [...history.steps.slice(0, history.done - 1), extended],
  }
}

/** Returns `before`, with its undone steps, if the step that was added to it changed nothing. */
export function dropEmptyStep(history: TextHistory, before: TextHistory): TextHistory {
  const step = history.steps[history.done - 1]
  return step?.removed === '' && step.inserted === '' ? before : history
}

/**
 * Returns the step that puts another token in place of one of a continuation's pieces and removes
 * the pieces behind it.
 */
export function chooseAlternative(
  continuation: Continuation,
  index: number,
  text: string,
): Step | undefined {
  const { start, pieces } = continuation
  const chosen = pieces[index]
  const alternative = chosen?.alternatives.find((candidate) => candidate.text === text)
  if (!chosen || !alternative) return undefined
  const before = pieces.slice(0, index)
  const { tokenId, ...shown } = alternative
  const { tokenIds: _replaced, ...rest } = chosen
  const piece = { ...rest, ...shown, ...(tokenId !== undefined && { tokenIds: [tokenId] }) }
  return {
    at: start + joinText(before).length,
    removed: joinText(pieces.slice(index)),
    inserted: text,
    continuation: { ...continuation, pieces: [...before, piece] },
  }
}

/** Returns a continuation for a model to go on with. Ids of another model mean other tokens. */
export function continuedBy(model: ModelReference, continuation: Continuation): Continuation {
  const { pieces, model: before } = continuation
  if (before && sameModel(before, model)) return continuation
  return { ...continuation, model, pieces: pieces.map(({ tokenIds: _of, ...piece }) => piece) }
}

/** Returns the tokens of a continuation; undefined if one of them is unknown. */
export function findTokens({ start, pieces }: Continuation): KnownTokens | undefined {
  const ids = pieces.flatMap(({ tokenIds }) => tokenIds ?? [])
  const areKnown = pieces.every(({ tokenIds }) => tokenIds !== undefined)
  return areKnown && ids.length > 0 && ids.length <= maxTokenIds ? { start, ids } : undefined
}

export function undo(history: TextHistory): TextHistory {
  const step = history.steps[history.done - 1]
  if (!step) return history
  const { at, removed, inserted } = step
  const text = apply(history.text, { at, removed: inserted, inserted: removed })
  return { ...history, text, done: history.done - 1 }
}

export function redo(history: TextHistory): TextHistory {
  const step = history.steps[history.done]
  return step ? { ...history, text: apply(history.text, step), done: history.done + 1 } : history
}

/** Returns the continuation whose pieces still stand in the text as they came. */
export function shownContinuation({ steps, done }: TextHistory): Continuation | undefined {
  return steps[done - 1]?.continuation
}

/** Returns the history that a kept text holds; its steps are left out if they don't fit the text. */
export function readHistory({ text, steps, done }: ContinuedText): TextHistory {
  if (done > steps.length) return { text, steps: [], done: 0 }
  let before = text
  for (const { at, removed, inserted } of steps.slice(0, done).toReversed()) {
    if (before.slice(at, at + inserted.length) !== inserted) return { text, steps: [], done: 0 }
    before = apply(before, { at, removed: inserted, inserted: removed })
  }
  return { text, steps, done }
}

function apply(text: string, { at, removed, inserted }: Step): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length)
}

function joinText(pieces: readonly ContinuedPiece[]): string {
  return pieces.map(({ text }) => text).join('')
}

/** Returns the shortest change from one text to another; undefined if they are the same. */
function findChange(before: string, after: string): Step | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before[at] === after[at]) at += 1
  let same = 0
  while (same < shorter - at && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return {
    at,
    removed: before.slice(at, before.length - same),
    inserted: after.slice(at, after.length - same),
  }
}

function joinTyping(last: Step, next: Step): Step | undefined {
  if (last.continuation || last.removed !== '' || next.removed !== '') return undefined
  if (next.at !== last.at + last.inserted.length) return undefined
  const beginsWord = /\s$/.test(last.inserted) && /^\S/.test(next.inserted)
  return beginsWord ? undefined : { ...last, inserted: last.inserted + next.inserted }
}

function bounded(steps: readonly Step[]): readonly Step[] {
  let length = 0
  const kept = steps.slice(-maxContinuationSteps)
  const tooOld = kept.findLastIndex(({ removed, inserted }) => {
    length += removed.length + inserted.length
    return length > maxStepsLength
  })
  return kept.slice(tooOld + 1)
}
