import { expect, test } from 'vitest'
import { presetOfKey } from '../../../../src/renderer/providers/keys/keyPrefixes.ts'

const presets = ['openai', 'anthropic', 'openrouter', 'groq', 'xai', 'gemini', 'deepseek', 'github']

test.each([
  ['sk-ant-api03-abc', 'anthropic'],
  ['sk-or-v1-abc', 'openrouter'],
  ['sk-proj-abc', 'openai'],
  ['gsk_abc', 'groq'],
  ['xai-abc', 'xai'],
  ['AIzaSyAbc', 'gemini'],
  ['github_pat_abc', 'github'],
  ['  gsk_abc\n', 'groq'],
])('%j is a key of %s', (key, preset) => {
  expect(presetOfKey(key, presets)).toBe(preset)
})

test.each(['sk-0123456789abcdef', '', 'GSK_abc', 'abc sk-ant-', 'gs'])(
  '%j could be anyone’s',
  (key) => {
    expect(presetOfKey(key, presets)).toBeUndefined()
  },
)

test('a service that can’t be added is not named', () => {
  expect(presetOfKey('sk-ant-api03-abc', ['openai'])).toBeUndefined()
})
