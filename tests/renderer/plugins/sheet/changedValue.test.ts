import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { changedValue, toolPartOf } from '../../../../src/renderer/plugins/sheet/changedValue.ts'
import texts from '../../../../src/renderer/locales/de-DE.json' with { type: 'json' }

const i18n = createInstance()

beforeAll(() =>
  i18n.init({ lng: 'de-DE', resources: { 'de-DE': { translation: texts } } }).then(() => undefined),
)

const shown = (path: string, text: string | null): string | null =>
  changedValue(i18n.t, 'de-DE', { path, text })

test.each([
  ['hosts.a.example', 'arguments, secrets'],
  ['hosts.a.example', ''],
  ['localNetwork', 'true'],
  ['localNetwork', null],
  ['type', 'standalone'],
  ['secretSettings.key', 'not secret'],
  ['tools.look.effect', 'outside'],
  ['page', null],
])('Parley’s own name for %s (%j) is told in the user’s words', (path, text) => {
  const words = shown(path, text)
  expect(words).not.toBe(text)
  // i18next returns the key of a text that is missing.
  expect(words).toMatch(/^(?!plugins\.)\S/)
  for (const name of ['arguments', 'secrets', 'true', 'standalone', 'not secret', 'outside']) {
    expect(words).not.toContain(name)
  }
})

test.each([
  ['instructions', 'true'],
  ['tools.effect', 'read'],
  ['tools.look.description', 'write'],
  ['settings.type', 'default'],
])('the plugin’s own text for %s stays as it is', (path, text) => {
  expect(shown(path, text)).toBeNull()
})

test('a path names a tool and its part, whatever dots the tool’s name has', () => {
  expect(toolPartOf('tools.a.b.destination')).toEqual({ tool: 'a.b', part: 'destination' })
  expect(toolPartOf('tools.destination')).toBeUndefined()
  expect(toolPartOf('hosts.a.description')).toBeUndefined()
})
