import { expect, test } from 'vitest'
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
  type TextHistory,
} from '../../../src/renderer/completions/textHistory.ts'
import { maxContinuationSteps } from '../../../src/shared/limits.ts'

const empty: TextHistory = { text: '', steps: [], done: 0 }

function type(history: TextHistory, text: string): TextHistory {
  let typed = history
  for (const letter of text) typed = changeText(typed, typed.text + letter)
  return typed
}

const piece = (text: string, ...others: string[]) => ({
  ...{ text, logprob: -1 },
  alternatives: [text, ...others].map((one, index) => ({ text: one, logprob: -1 - index })),
})

function continued(text: string, at: number, ...pieces: ReturnType<typeof piece>[]): TextHistory {
  const begun = addStep(type(empty, text), {
    ...{ at, removed: '', inserted: '' },
    continuation: { start: at, pieces: [] },
  })
  return pieces.reduce((history, next) => extendStep(history, [next]), begun)
}

test('what is typed is undone word by word, and redone', () => {
  const typed = type(empty, 'the red fox')
  const once = undo(typed)
  const twice = undo(once)
  expect([once.text, twice.text]).toEqual(['the red ', 'the '])
  expect(redo(redo(twice)).text).toBe('the red fox')
  expect(undo(undo(undo(twice))).text).toBe('')
})

test('a change after an undo forgets what was undone', () => {
  const changed = changeText(undo(type(empty, 'the red fox')), 'the red hen')
  expect(redo(changed)).toBe(changed)
  expect(undo(changed).text).toBe('the red ')
})

test('a continuation grows where it began, also within a text, and is undone as one', () => {
  const history = continued('a  z', 2, piece('b'), piece('c'))
  expect(history.text).toBe('a bc z')
  expect(undo(history).text).toBe('a  z')
  expect(redo(undo(history)).text).toBe('a bc z')
})

test('another token cuts the text before it, keeps what stands behind, and goes on', () => {
  const history = continued('a  z', 2, piece('b'), piece('c', 'd'), piece('e'))
  const shown = shownContinuation(history)
  const step = shown && chooseAlternative(shown, 1, 'd')
  const chosen = step ? extendStep(addStep(history, step), [piece('f')]) : history
  expect(chosen.text).toBe('a bdf z')
  const pieces = shownContinuation(chosen)?.pieces ?? []
  expect(pieces.map(({ text, logprob }) => [text, logprob])).toEqual([
    ['b', -1],
    ['d', -2],
    ['f', -1],
  ])
  expect(undo(chosen).text).toBe('a bce z')
  expect(shownContinuation(undo(chosen))?.pieces).toHaveLength(3)
})

test('the tokens of a continuation are known by their ids, also after another one was chosen', () => {
  const model = { providerId: 'one', modelId: 'base' }
  const b = { ...piece('b'), tokenIds: [1, 2] }
  const c = {
    ...{ text: 'c', logprob: -1, tokenIds: [3] },
    alternatives: [{ text: 'd', logprob: -2, tokenId: 4 }, ...piece('x').alternatives],
  }
  const shown = { start: 5, pieces: [b, c], model }
  expect(findTokens(shown)).toEqual({ start: 5, ids: [1, 2, 3] })
  const chosen = chooseAlternative(shown, 1, 'd')?.continuation
  expect(chosen && findTokens(chosen)).toEqual({ start: 5, ids: [1, 2, 4] })
  const unnumbered = chooseAlternative(shown, 1, 'x')?.continuation
  expect(unnumbered && findTokens(unnumbered)).toBeUndefined()
  expect(findTokens({ start: 5, pieces: [] })).toBeUndefined()
})

test('another model gets none of the ids', () => {
  const model = { providerId: 'one', modelId: 'base' }
  const shown = { start: 0, pieces: [{ ...piece('b'), tokenIds: [1] }], model }
  expect(continuedBy({ ...model }, shown)).toBe(shown)
  const other = continuedBy({ ...model, modelId: 'other' }, shown)
  expect(findTokens(other)).toBeUndefined()
  expect(findTokens(continuedBy({ ...model, modelId: 'other' }, other))).toBeUndefined()
})

test('a token that the model did not think of can not be chosen', () => {
  const shown = { start: 0, pieces: [piece('b')] }
  expect(chooseAlternative(shown, 0, 'x')).toBeUndefined()
  expect(chooseAlternative(shown, 1, 'b')).toBeUndefined()
})

test('the probabilities are not shown beside a text that the user has changed', () => {
  const history = continued('a', 1, piece('b'))
  expect(shownContinuation(changeText(history, 'abx'))).toBeUndefined()
  expect(shownContinuation(undo(changeText(history, 'abx')))).toBeDefined()
})

test('a continuation of nothing is no step, and forgets nothing that was undone', () => {
  const before = undo(type(empty, 'the fox'))
  const begun = addStep(before, {
    ...{ at: 4, removed: '', inserted: '' },
    continuation: { start: 4, pieces: [] },
  })
  expect(redo(dropEmptyStep(begun, before)).text).toBe('the fox')
  const grown = extendStep(begun, [piece('hen')])
  expect(dropEmptyStep(grown, before)).toBe(grown)
})

test('the oldest steps are dropped, by number and by length', () => {
  let history = empty
  for (let count = 0; count <= maxContinuationSteps; count += 1) {
    history = changeText(history, String(count))
  }
  expect(history.steps).toHaveLength(maxContinuationSteps)
  const long = 'x'.repeat(900_000)
  let large = changeText(empty, long)
  for (const letter of 'yz') large = changeText(large, letter.repeat(900_000))
  expect(large.steps).toHaveLength(1)
  expect(undo(large).text).toBe('y'.repeat(900_000))
})

test('steps that do not fit a kept text are left out', () => {
  const kept = {
    ...{ model: null, text: 'abc', done: 1 },
    fields: { stop: '', temperature: '', topP: '', seed: '', maxTokens: '' },
  }
  const step = { at: 1, removed: '', inserted: 'b' }
  expect(undo(readHistory({ ...kept, steps: [step] })).text).toBe('ac')
  expect(readHistory({ ...kept, steps: [{ ...step, at: 2 }] }).steps).toEqual([])
  expect(readHistory({ ...kept, steps: [] }).done).toBe(0)
})
