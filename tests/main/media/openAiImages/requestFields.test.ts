import { expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/errors.ts'
import type { FormField, FormValues, MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { NotAccepted } from '../../../../src/main/media/mediaProvider.ts'
import { atItsField } from '../../../../src/main/media/openAiImages/fieldErrors.ts'
import { createOpenAiImages } from '../../../../src/main/media/openAiImages/openAiImages.ts'
import { fromStatus } from '../../../../src/main/providers/errors/providerErrors.ts'
import { imageDialectOf } from '../../../../src/main/media/openAiImages/imageDialects.ts'
import { imageRequestOf } from '../../../../src/main/media/openAiImages/imageRequest.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { loadOpenAiSpec } from '../../../fakes/openAiSpec.ts'
import { openAsFile } from './openAsFile.ts'

const models = ['gpt-image-1', 'gpt-image-1-mini', 'gpt-image-1.5', 'gpt-image-2']
const validate = loadOpenAiSpec()
const picture = openAsFile('picture.png', await flatPng(8, 8, [200, 30, 30, 255]))

/** Returns the values that a field can have: each option, and the bounds of a number. */
function valuesOf(field: FormField): FormValues[string][] {
  switch (field.type) {
    case 'choice':
      return field.options.map(({ value }) => value)
    case 'number':
      return [field.minimum ?? 1, field.maximum ?? 1]
    case 'size':
      return ['1024x1024']
    default:
      return field.role === 'prompt' ? ['A red square'] : []
  }
}

/** Returns forms in which each value of each field is chosen at least once, beside the others. */
function formsOf(fields: readonly FormField[], files: FormValues): FormValues[] {
  const choices = fields.map((field) => [field.name, valuesOf(field)] as const)
  const most = Math.max(...choices.map(([, values]) => values.length))
  return Array.from({ length: most }, (_, at) => ({
    ...Object.fromEntries(
      choices.flatMap(([name, values]) => {
        const value = values[at % Math.max(1, values.length)]
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ...files,
  }))
}

async function requestOf(modelId: string, values: FormValues) {
  const dialect = imageDialectOf('openai', modelId)
  const fields = dialect.fields(modelId)
  const read = (): Promise<Uint8Array> => picture.read()
  const files = { read, transparentMask: read, path: () => picture.path }
  return imageRequestOf({ modelId, values, fields, ...files }, dialect)
}

/** Returns a form's fields as JSON has them: a form knows texts and files alone. */
function toJson(form: FormData): Record<string, unknown> {
  const numbers = new Set(['n', 'output_compression', 'partial_images'])
  const body: Record<string, unknown> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      const isList = name.endsWith('[]')
      body[name.replace('[]', '')] = isList ? ['bytes'] : 'bytes'
    } else if (numbers.has(name)) body[name] = Number(value)
    else body[name] = name === 'stream' ? value === 'true' : value
  }
  return body
}

for (const modelId of models) {
  const { fields } = imageDialectOf('openai', modelId)
  const inputs: Record<string, FormValues> = {
    'no picture': {},
    'a picture': { image: [picture.input] },
    'two pictures': { image: [picture.input, picture.input] },
    'a picture and a mask': { image: [picture.input], mask: [picture.input] },
  }
  for (const [name, files] of Object.entries(inputs)) {
    test(`every request of ${modelId} with ${name} has only fields that its path knows`, async () => {
      const forms = formsOf(fields(modelId), files)
      expect(forms.length).toBeGreaterThan(2)
      for (const values of forms) {
        const { path, body } = await requestOf(modelId, values)
        const isForm = body instanceof FormData
        expect(path).toBe(isForm ? 'images/edits' : 'images/generations')
        const schema = isForm ? 'CreateImageEditRequest' : 'CreateImageRequest'
        expect(validate(schema, isForm ? toJson(body) : body)).toEqual([])
      }
    })
  }
}

function refusalOf(param: string | null): NotAccepted {
  const error = { message: 'Invalid value.', type: 'invalid_request_error', param, code: null }
  const context = { provider: 'OpenAI', address: 'https://api.openai.com/v1', redact: String }
  const failure = fromStatus(400, JSON.stringify({ error }), new Headers(), {
    ...context,
    local: false,
  })
  return new NotAccepted(failure)
}

const fields = imageDialectOf('openai', 'gpt-image-1').fields('gpt-image-1')

test.each([
  ['size', 'size'],
  ['image', 'image'],
  ['image[0]', 'image'],
  ['images[1].image_url', 'image'],
  ['mask', 'mask'],
  ['output_compression', 'output_compression'],
  ['width', 'size'],
])('what the service says of `%s` stands at the field %s', (param, name) => {
  const refusal = atItsField(refusalOf(param), fields)
  expect(refusal.fieldErrors).toEqual([{ name, reason: 'service', message: 'Invalid value.' }])
})

test.each([null, '', 'user', 'model'])('what it says of %j stands in the error alone', (param) => {
  expect(atItsField(refusalOf(param), fields).fieldErrors).toEqual([])
})

test('a refusal of the service reaches its field, before and within a stream', async () => {
  const error = { message: 'Not this size.', type: 'invalid_request_error', param: 'size' }
  const wrong = new AppError('badRequest', 'Refused', { status: 400, field: 'size', answer: 'No.' })
  const answers = [
    () => Promise.reject(wrong),
    () =>
      Promise.resolve({
        response: new Response(`data: ${JSON.stringify({ type: 'error', error })}\n\n`),
        failureOf: () => wrong,
      }),
  ]
  for (const requestImages of answers) {
    const media = createOpenAiImages({
      ...{ id: 'p', name: 'OpenAI', presetId: 'openai', local: false },
      listModels: () => Promise.resolve([]),
      lookup: () => Promise.resolve({ requestImages }),
    })
    const submitted = media.submit(
      {
        ...{ jobId: 'j', kind: 'image', modelId: 'gpt-image-1', fields },
        values: { prompt: 'A square', size: '1024x1024' },
        read: () => picture.read(),
        transparentMask: () => picture.read(),
        path: (_input: MediaInput) => picture.path,
      },
      {
        signal: new AbortController().signal,
        pay: (send) => send(new AbortController().signal),
        report: () => undefined,
        log: () => undefined,
        preview: () => undefined,
      },
    )
    await expect(submitted).rejects.toMatchObject({
      fieldErrors: [{ name: 'size', reason: 'service', message: 'No.' }],
    })
  }
})
