import { expect, test } from 'vitest'
import { hasHiddenCharacters } from '../../../src/main/plugins/sheet/hiddenCharacters.ts'
import { compareNames } from '../../../src/main/plugins/compareNames.ts'
import { compileManifest } from '../../../src/main/plugins/intake/compileManifest.ts'
import { manifestWith, parseManifest } from './manifests.ts'

function draftOf(identifier: string, title: string) {
  const origin = { kind: 'address' as const, location: 'https://a.example/m.json', sha256: '' }
  const manifest = parseManifest(JSON.stringify(manifestWith({ identifier, meta: { title } })))
  return compileManifest(manifest, { text: '', url: origin.location, origin })
}

test.each([
  ['Search-Engine', 'Other', 'Search Engine'],
  ['searchengine', 'Other', 'Search Engine'],
  ['sеarch-engine', 'Other', 'Search Engine'],
  ['search_engine', 'Other', 'Search Engine'],
  ['mine', 'My Bank', 'My Bank'],
  ['mine', 'Μy Ваnk', 'My Bank'],
  ['mine', 'M\u200by B\u0430nk', 'My Bank'],
  ['mybank1', 'Other', 'My Bank'],
  ['mybankl', 'Other', 'My Bank'],
])('%s, titled %s, is taken for %s', async (identifier, title, other) => {
  const installed = [
    { id: 'bank', title: 'My Bank' },
    { id: 'mybanki', title: 'My Bank' },
  ]
  const { sheet } = compareNames(await draftOf(identifier, title), installed)
  expect(sheet.notes[0]).toMatchObject({ code: 'looksLike', subject: other })
})

test.each([
  ['weather-2', 'Weather 2'],
  ['🌤', '🌧'],
  ['天气', '天气'],
])('%s, titled %s, is taken for none', async (identifier, title) => {
  const { sheet } = compareNames(await draftOf(identifier, title), [
    { id: 'bank', title: 'My Bank' },
  ])
  expect(sheet.notes.filter(({ code }) => code === 'looksLike')).toEqual([])
})

test.each(['a\u200bb', 'a\u202eb', 'a\u{e0041}', 'a\u0007', 'a\u00adb', 'a\u3164b', '\ufeffa'])(
  '%j hides something',
  (text) => expect(hasHiddenCharacters(text)).toBe(true),
)

test.each(['Hello\n\tworld', '👨‍👩‍👧 ❤️', 'می‌خواهم', 'नमस्ते', 'é'])('%j hides nothing', (text) =>
  expect(hasHiddenCharacters(text)).toBe(false),
)
