import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { BrowserProblem } from '../../chromium-host/browserProblem.ts'
import { problemText } from '../../chromium-host/problemText.ts'
import { locales } from '../../src/shared/languages.ts'
import { temporaryFolder } from '../main/storage/temporaryFolder.ts'
import { hostOnly } from './contractRuntime.ts'
import { runHost } from './runHost.ts'

const { test } = hostOnly('Electron brings its own Chromium')

const app = join(import.meta.dirname, 'fixtures/app')

function script(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

test('without a usable sandbox a sentence and a command are shown on the desktop', async () => {
  const folder = temporaryFolder()
  script(
    folder,
    'zenity',
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/new'\nmv '${folder}/new' '${folder}/shown'\n`,
  )
  const browser = script(
    folder,
    'chromium',
    '#!/bin/sh\necho "[1:FATAL:zygote_host_impl_linux.cc(127)] No usable sandbox!" >&2\nexit 1\n',
  )
  const { code, errors } = await runHost([app, `--user-data-dir=${folder}/data`], {
    PARLEY_BROWSER: browser,
    DISPLAY: ':0',
    LANG: 'de_DE.UTF-8',
    LC_ALL: '',
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  })
  expect(code).toBe(1)
  expect(errors).toContain('Die Sandbox von Chromium')
  expect(errors).not.toMatch(/^\s+at /m)
  const shown = join(folder, 'shown')
  await expect.poll(() => existsSync(shown)).toBe(true)
  const text = errors.slice(errors.indexOf('Die Sandbox')).trim()
  expect(readFileSync(shown, 'utf8')).toContain(text)
})

test('a Chromium that is too old says which version is needed', async () => {
  const folder = temporaryFolder()
  const browser = script(
    folder,
    'google-chrome',
    `#!${process.execPath}
const { createReadStream, writeSync } = require('node:fs')
createReadStream('', { fd: 3 }).once('data', (data) => {
  const { id } = JSON.parse(String(data).split('\\0')[0])
  writeSync(4, JSON.stringify({ id, result: { product: 'Chrome/120.0.1.2' } }) + '\\0')
})
`,
  )
  const { code, errors } = await runHost([app, `--user-data-dir=${folder}/data`], {
    PARLEY_BROWSER: browser,
    LC_ALL: 'en_US.UTF-8',
  })
  expect(code).toBe(1)
  expect(errors).toContain('Google Chrome is version 120.0.1.2. Parley needs version 140 or newer.')
  expect(errors).not.toMatch(/^\s+at /m)
})

test('a program that is not there did not start', async () => {
  const { code, errors } = await runHost([app, `--user-data-dir=${temporaryFolder()}`], {
    PARLEY_BROWSER: '/nowhere/chromium',
    LC_ALL: 'en_US.UTF-8',
  })
  expect(code).toBe(1)
  expect(errors).toContain('Chromium did not start.')
  expect(errors).toContain('ENOENT')
})

const missing = new BrowserProblem('missing')

test.each(locales)('a missing Chromium is told in %s, with a command', (locale) => {
  const text = problemText(missing, [locale], 'ID=debian')
  expect(text).toMatch(/Chromium.*140[^]*\nsudo apt install chromium chromium-sandbox$/)
  if (locale !== 'en-US') expect(text).not.toBe(problemText(missing, ['en-US'], 'ID=debian'))
})

test('the first language that there is a text in is taken, and where no command is known none', () => {
  expect(problemText(missing, ['nl-NL', 'fr-CA'], '')).toBe(problemText(missing, ['fr-FR'], ''))
  expect(problemText(missing, ['zh-HK'], '')).toBe(problemText(missing, ['zh-TW'], ''))
  expect(problemText(missing, ['nl'], '')).toMatch(/^Parley shows [^\n]*$/)
})
