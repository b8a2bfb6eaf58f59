import { expect, test } from 'vitest'
import { initialFields, readSampling } from '../../../src/renderer/completions/samplingFields.ts'

test('empty fields leave the choice to the server', () => {
  expect(readSampling(initialFields).sampling).toEqual({
    ...{ stop: [], temperature: null, topP: null, seed: null, maxTokens: 200 },
  })
})

test('numbers may have a comma, and stop words line breaks', () => {
  const fields = { stop: 'User:\n\n\\n\\n\n\\\\n', temperature: ' 0,7 ', topP: '.9', seed: '0' }
  expect(readSampling({ ...initialFields, ...fields }).sampling).toEqual({
    ...{ stop: ['User:', '\n\n', '\\n'], temperature: 0.7, topP: 0.9, seed: 0, maxTokens: 200 },
  })
})

test.each([
  ['temperature', '2.1'],
  ['temperature', 'warm'],
  ['topP', '0'],
  ['topP', '1.5'],
  ['seed', '-1'],
  ['seed', '1.5'],
  ['seed', '1e300'],
  ['maxTokens', ''],
  ['maxTokens', '0'],
  ['maxTokens', '32769'],
  ['stop', 'x'.repeat(201)],
  ['stop', 'x\n'.repeat(17)],
])('%s can not be %s', (name, entry) => {
  expect(readSampling({ ...initialFields, [name]: entry })).toEqual({ invalid: [name] })
})
