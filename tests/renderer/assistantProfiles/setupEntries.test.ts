import { expect, test } from 'vitest'
import { readEntries, toEntries } from '../../../src/renderer/assistantProfiles/setupEntries.ts'
import type { AnswerSetup } from '../../../src/shared/assistantProfiles.ts'

const saved: AnswerSetup = {
  instructions: 'Be brief.',
  effort: 'low',
  temperature: 0.7,
  topP: null,
  maxTokens: 100,
  stopWords: ['END', '\n'],
}

test('entries are read as they were shown', () => {
  expect(readEntries(toEntries(saved), saved)).toEqual({ setup: saved, invalid: [] })
})

test('an entry that can’t be used leaves the saved value, and the others count', () => {
  const entries = {
    ...toEntries(saved),
    instructions: ' Rhyme. ',
    temperature: '2.1',
    topP: '0',
    maxTokens: '1.5',
    stopWords: 'x'.repeat(201),
  }
  expect(readEntries(entries, saved)).toEqual({
    setup: { ...saved, instructions: ' Rhyme. ' },
    invalid: ['temperature', 'topP', 'maxTokens', 'stopWords'],
  })
})

test('empty entries leave the choice to the service', () => {
  const empty = { instructions: '', temperature: '', topP: ' ', maxTokens: '', stopWords: '\n' }
  expect(readEntries(empty, saved).setup).toEqual({
    instructions: '',
    effort: 'low',
    temperature: null,
    topP: null,
    maxTokens: null,
    stopWords: [],
  })
})
