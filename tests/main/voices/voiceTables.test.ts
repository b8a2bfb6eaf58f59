import { expect, test } from 'vitest'
import systemVoices from '../../../resources/systemVoices.json' with { type: 'json' }
import { voiceTables } from '../../../src/main/voices/voiceTables.ts'
import { locales } from '../../../src/shared/languages.ts'

test.each(locales)('%s has voices of the system and of Azure', (locale) => {
  const [language] = locale.split('-')
  const neural = voiceTables().neural.filter((voice) => voice.locale.startsWith(`${language}-`))
  expect(neural.length).toBeGreaterThan(0)
  expect(systemVoices[locale].length).toBeGreaterThan(0)
})
