import { expect, test } from 'vitest'
import { servicesToAdd } from '../../../src/renderer/providers/servicesToAdd.ts'
import type { Preset } from '../../../src/shared/providers.ts'

test('what fits nearly every service comes first, then the services by name', () => {
  const presets = ['xAI', 'Groq', 'OpenAI'].map((name) => ({ name }) as Preset)
  expect(servicesToAdd(presets).map(({ kind, preset }) => kind ?? preset.name)).toEqual([
    'openai-compatible',
    'Groq',
    'OpenAI',
    'xAI',
    'anthropic',
  ])
})
