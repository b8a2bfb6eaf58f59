import { expect, test } from 'vitest'
import presets from '../../../../resources/presets.json' with { type: 'json' }
import { presetOfKey } from '../../../../src/renderer/providers/keys/presetOfKey.ts'

const known = presets.map(({ id, keyPrefixes = [] }) => ({ id, keyPrefixes }))

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
  expect(presetOfKey(key, known)).toBe(preset)
})

test.each(['sk-0123456789abcdef', '', 'GSK_abc', 'abc sk-ant-', 'gs'])(
  '%j could be anyone’s',
  (key) => {
    expect(presetOfKey(key, known)).toBeUndefined()
  },
)

test('a service that can’t be added is not named', () => {
  expect(
    presetOfKey('sk-ant-api03-abc', [{ id: 'openai', keyPrefixes: ['sk-proj-'] }]),
  ).toBeUndefined()
})

test('no two services claim the same keys', () => {
  for (const { id, keyPrefixes } of known) {
    for (const prefix of keyPrefixes) {
      const claiming = known.filter((other) =>
        other.keyPrefixes.some((claimed) => prefix.startsWith(claimed)),
      )
      expect(claiming.map((other) => other.id)).toEqual([id])
    }
  }
})
