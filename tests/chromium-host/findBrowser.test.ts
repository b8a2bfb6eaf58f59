import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { findBrowser } from '../../chromium-host/findBrowser.mjs'
import { hostOnly } from './contractRuntime.ts'

const { test } = hostOnly('this is a module of the host')

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-browser-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('PARLEY_BROWSER wins, even where it names nothing', () => {
  expect(findBrowser({ PARLEY_BROWSER: '/no/such/browser', PATH: folder }, 'linux')).toBe(
    '/no/such/browser',
  )
})

test('a program on the path is found, a plain file is not', async () => {
  const browser = join(folder, 'chromium')
  await writeFile(browser, '')
  expect(findBrowser({ PATH: folder }, 'linux')).not.toBe(browser)
  await chmod(browser, 0o755)
  expect(findBrowser({ PATH: folder }, 'linux')).toBe(browser)
})

test('there is none where none is installed', () => {
  expect(findBrowser({ LOCALAPPDATA: folder }, 'win32')).toBeUndefined()
  expect(findBrowser({ HOME: folder }, 'darwin')).toBeUndefined()
})
