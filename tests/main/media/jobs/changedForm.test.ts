import { expect, test } from 'vitest'
import type { FormField } from '../../../../src/shared/media/mediaForm.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

const style = (...values: string[]): FormField => ({
  ...{ type: 'choice', name: 'style', title: 'Style', description: '', required: true },
  ...{ more: false, role: null, default: null },
  options: values.map((value) => ({ value, label: value })),
})

/** Opens media with a service whose form is the one that `change` returns. */
async function open(change: (fields: readonly FormField[]) => readonly FormField[]) {
  const service = new FakeService()
  const provider = service.queueing()
  const first = await provider.form('painter', new AbortController().signal)
  let fields: readonly FormField[] = [...first, style('ink', 'oil')]
  const media = openTestMedia({ providers: [{ ...provider, form: async () => fields }] })
  return { service, media, change: () => (fields = change(fields)) }
}

const named = (field: FormField): string => field.name

test.each<[string, (fields: readonly FormField[]) => readonly FormField[], object]>([
  [
    'a field that is gone',
    (fields) => fields.filter((field) => named(field) !== 'style'),
    { name: 'style', reason: 'gone' },
  ],
  [
    'a value that is gone',
    (fields) => [...fields.filter((field) => named(field) !== 'style'), style('oil')],
    { name: 'style', reason: 'choice' },
  ],
  [
    'a new field that is required',
    (fields) => [...fields, { ...style('a4'), name: 'paper' }],
    { name: 'paper', reason: 'missing' },
  ],
])('%s is named before anything is paid, whenever it changes', async (_name, changed, found) => {
  const { service, media, change } = await open(changed)
  const values = { prompt: 'a fox', style: 'ink' }
  // Two run at a time, so that the third waits with its form checked.
  service.state = { state: 'running', progress: null }
  const running = [await media.create(values), await media.create(values)]
  for (const { id } of running) await media.until(id, 'running')
  const waiting = await media.create(values)
  change()

  await expect(media.create(values)).rejects.toMatchObject({ code: 'fieldsInvalid' })
  const model = { providerId: 'fake', modelId: 'painter' }
  expect(await media.jobs.check(model, values)).toEqual([{ ...found, message: '' }])

  for (const job of service.jobs.values()) job.state = { state: 'completed' }
  const failed = await media.until(waiting.id, 'failed')
  expect(failed.error).toMatchObject({ code: 'fieldsInvalid' })
  expect(failed.fieldErrors).toEqual([{ ...found, message: '' }])
  // The user's entries are still there, to be corrected.
  expect(failed.values).toMatchObject(values)
  expect(service.posts).toBe(2)
})
