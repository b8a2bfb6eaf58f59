import { expect, test } from 'vitest'
import { carryOver, toDraft } from '../../../src/renderer/media/form/draftEntries.ts'
import { draftsOf, type FieldDrafts } from '../../../src/renderer/media/form/fieldDraft.ts'
import { mediaDraftSchema } from '../../../src/shared/media/mediaDraft.ts'
import { formFieldSchema, type FormField } from '../../../src/shared/media/mediaForm.ts'

function field(name: string, more: object): FormField {
  const base = { name, title: name, description: '', required: false, more: false, role: null }
  return formFieldSchema.parse({ ...base, ...more })
}

const file = { type: 'file', kind: 'image', maximum: 2 }
const text = { type: 'text', multiline: false, maxLength: null, default: null }
const number = { type: 'number', integer: true, minimum: 1, maximum: 9, step: null, default: 4 }
const choiceOf = (...values: unknown[]): FormField =>
  field('style', {
    type: 'choice',
    options: values.map((value) => ({ value, label: String(value) })),
    default: values[0],
  })
const prompt = field('prompt', { ...text, role: 'prompt' })
const steps = field('steps', number)
const image = field('image', { ...file, role: 'image' })
const mask = field('mask', { ...file, role: 'mask', maximum: 1 })
const tiling = field('tiling', { type: 'toggle', default: true })
const size = field('size', { type: 'size', options: [], custom: null, default: 'auto' })
const notes = field('notes', { ...text, default: 'plain' })

const model = { providerId: 'fake', modelId: 'painter' }
const picture = {
  ...{ id: 'a'.repeat(64), name: 'fox.png', mediaType: 'image/png', sizeBytes: 3 },
  outputId: null,
}
const entered: FieldDrafts = {
  prompt: 'a red fox',
  steps: '12,',
  image: [picture],
  mask: [{ ...picture, id: 'b'.repeat(64) }],
  tiling: false,
  size: '640×',
  style: '1',
  notes: '',
}

/** Returns what a form shows after a restart, with the way over JSON that the database is. */
function afterRestart(
  before: readonly FormField[],
  after: readonly FormField[],
  to = model,
): FieldDrafts {
  const draft = toDraft({ model, fields: before, drafts: entered })
  const kept = mediaDraftSchema.parse(JSON.parse(JSON.stringify(draft)))
  return carryOver(kept, { model: to, fields: after, drafts: draftsOf(after, {}) })
}

const all = [prompt, steps, image, mask, tiling, size, choiceOf('a', 'b'), notes]

test('a form comes back as it was left, with what is no valid value yet and what was emptied', () => {
  expect(afterRestart(all, all)).toEqual({ ...entered, notes: undefined })
})

test('a choice is found by its value, of whatever type, where the options have changed', () => {
  expect(afterRestart([choiceOf('a', 7)], [choiceOf(7, '7', 'a')])).toEqual({ style: '0' })
  expect(afterRestart([choiceOf('a', 'b')], [choiceOf('a', 'c')])).toEqual({ style: '0' })
})

test('a field of another type, and one that is new, begin with their defaults', () => {
  const seed = field('seed', number)
  const changed = field('steps', { type: 'toggle', default: true })
  expect(afterRestart([steps, image], [changed, seed, image])).toEqual({
    ...{ steps: true, seed: '4', image: [picture] },
  })
})

test('another model gets the prompt and the pictures, whatever it calls them, and no mask', () => {
  const other = { providerId: 'fake', modelId: 'sculptor' }
  const words = field('words', { ...text, role: 'prompt' })
  const source = field('source', { ...file, role: 'image' })
  expect(afterRestart(all, [words, source, mask, steps], other)).toEqual({
    ...{ words: 'a red fox', source: [picture], mask: [], steps: '4' },
  })
})

test('a field named like a part of every object holds nothing by itself', () => {
  const strange = field('constructor', text)
  const draft = toDraft({ model, fields: [strange], drafts: {} })
  expect(draft.entries).toEqual([{ name: 'constructor', role: null, value: null }])
})
