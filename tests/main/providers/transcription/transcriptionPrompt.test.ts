import { expect, test } from 'vitest'
import {
  cleanTranscript,
  promptOf,
} from '../../../../src/main/providers/transcription/transcriptionPrompt.ts'

test('a prompt holds no more than is read, and the last words rather than the first', () => {
  const words = Array.from({ length: 1000 }, (_, index) => `Name${String(index)}`)
  const prompt = promptOf(words, 'en-US')
  expect(prompt.endsWith('Name998, Name999.')).toBe(true)
  expect(prompt.split(', ').length).toBeGreaterThan(30)
  expect(prompt.length / 2).toBeLessThan(260)
  const chinese = promptOf(
    Array.from({ length: 500 }, () => '帕里'),
    'zh-CN',
  )
  expect(chinese.length).toBeLessThan(224)
  expect(promptOf([], 'de-DE')).toBe('')
})

test.each([
  [' [BLANK_AUDIO]', ''],
  ['(music)', ''],
  ['♪ ♪', ''],
  ['（笑）', ''],
  ['*coughs*', ''],
  ['...', ''],
  ['Hello (again).', 'Hello (again).'],
  ['[BLANK_AUDIO] Hello.', 'Hello.'],
  ['مرحبا', 'مرحبا'],
  ['parley  tobias', ''],
  ['Parley, Tobias and others', 'Parley, Tobias and others'],
])('%j is %j', (text, said) => {
  expect(cleanTranscript(text, 'Parley, Tobias.')).toBe(said)
})
