import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { electronVersion, findElectron } from '../../scripts/electronBinary.mjs'
import { projectNode } from '../../scripts/projectNode.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { chooseRuntime, type Runtime } from '../../scripts/runtime.mjs'
import { startMirror, treeWithoutElectron, zip } from './electronMirror.ts'
import { temporaryFolder, writeScript, writeTree } from './temporaryFolder.ts'

const noArchive = Buffer.alloc(0)
const binary = "electron's binary can't be downloaded here"

interface Choice {
  env?: NodeJS.ProcessEnv
  stallAfter?: number
}

async function choose(root: string, { env = {}, stallAfter = 5_000 }: Choice): Promise<Runtime> {
  const node = await projectNode(projectRoot)
  const browser = writeScript(temporaryFolder(), 'chrome', 'echo Chromium 156.0.1.2 built for you')
  return chooseRuntime(root, {
    node,
    env: { PARLEY_BROWSER: browser, ...env },
    say: () => {},
    ensureBrowser: async () => {},
    stallAfter,
  })
}

function putElectron(root: string, body = 'echo v1', version = electronVersion(root)): void {
  writeTree(root, {
    'node_modules/electron/path.txt': 'electron',
    'node_modules/electron/dist/version': version,
  })
  writeScript(root, 'node_modules/electron/dist/electron', body)
}

describe.skipIf(process.platform !== 'linux')('with a binary of Electron', () => {
  test('Electron is taken', async () => {
    const root = treeWithoutElectron(noArchive)
    putElectron(root)
    const runtime = await choose(root, {})
    expect(runtime.name).toBe('electron')
    expect(runtime.command).toBe(join(root, 'node_modules/electron/dist/electron'))
    expect(runtime.label).toBe(`Electron ${electronVersion(root)}`)
  })

  test('PARLEY_RUNTIME decides otherwise', async () => {
    const root = treeWithoutElectron(noArchive)
    putElectron(root)
    const runtime = await choose(root, { env: { PARLEY_RUNTIME: 'chromium-host' } })
    expect(runtime.label).toBe('Chromium 156 (chromium-host, PARLEY_RUNTIME asks for it)')
    expect(runtime.command).toBe(join(root, 'chromium-host', 'electron'))
  })

  test('one that lacks a library gives way to the host, with its own words', async () => {
    const root = treeWithoutElectron(noArchive)
    putElectron(root, 'echo electron: libnss3.so is missing >&2; exit 127')
    const { label } = await choose(root, {})
    expect(label).toContain("because Electron doesn't start here (electron: libnss3.so is missing)")
  })

  test('one of another version is downloaded anew', async () => {
    const root = treeWithoutElectron(noArchive)
    putElectron(root, 'echo v1', '1.0.0')
    const mirror = await startMirror((_, response) => response.writeHead(404).end())
    await choose(root, { env: mirror.env })
    expect(mirror.asked.length).toBeGreaterThan(0)
  })
})

describe.skipIf(process.platform !== 'linux')('without one', () => {
  test('it is downloaded and taken', async () => {
    const archive = zip({ electron: '#!/bin/sh\necho v1\n', version: electronVersion(projectRoot) })
    const root = treeWithoutElectron(archive)
    const mirror = await startMirror((_, response) => response.end(archive))
    const runtime = await choose(root, { env: mirror.env })
    expect(runtime.label).toBe(`Electron ${electronVersion(root)}`)
    expect(findElectron(root)).toBe(runtime.command)
  })

  test('a place that refuses is met once a day', async () => {
    const root = treeWithoutElectron(noArchive)
    const mirror = await startMirror((_, response) => response.writeHead(404).end())
    const { label } = await choose(root, { env: mirror.env })
    expect(label.toLowerCase()).toBe(`chromium 156 (chromium-host, because ${binary})`)
    const asked = mirror.asked.length
    expect((await choose(root, { env: mirror.env })).label).toBe(label)
    expect(mirror.asked.length).toBe(asked)
  })

  test('a place that never answers is given up', async () => {
    const root = treeWithoutElectron(noArchive)
    const mirror = await startMirror(() => {})
    const { name } = await choose(root, { env: mirror.env, stallAfter: 1_500 })
    expect(name).toBe('chromium-host')
    expect(mirror.asked.length).toBeGreaterThan(0)
  })

  test('a slow one is waited for while bytes arrive', async () => {
    const archive = zip({ electron: '#!/bin/sh\necho v1\n', version: electronVersion(projectRoot) })
    const root = treeWithoutElectron(archive)
    const mirror = await startMirror((_, response) => {
      let sent = 0
      const timer = setInterval(() => {
        const end = sent + Math.ceil(archive.length / 8)
        response.write(archive.subarray(sent, end))
        sent = end
        if (sent >= archive.length) response.end(() => clearInterval(timer))
      }, 700)
    })
    const { name } = await choose(root, { env: mirror.env, stallAfter: 4_000 })
    expect(name).toBe('electron')
  })

  test('a wish for Electron tries again, then says what to type', async () => {
    const root = treeWithoutElectron(noArchive)
    const mirror = await startMirror((_, response) => response.writeHead(404).end())
    await choose(root, { env: mirror.env })
    const asked = mirror.asked.length
    const wish = choose(root, { env: { ...mirror.env, PARLEY_RUNTIME: 'electron' } })
    await expect(wish).rejects.toThrow(/PARLEY_RUNTIME.*npx install-electron/)
    expect(mirror.asked.length).toBeGreaterThan(asked)
    const memory = readFileSync(join(root, '.cache/electron-download.json'), 'utf8')
    expect(memory).toContain("can't be downloaded here")
  })
})

describe('a mistake is named', () => {
  const host = { PARLEY_RUNTIME: 'chromium-host' }

  test('an unknown runtime', async () => {
    const choice = choose(temporaryFolder(), { env: { PARLEY_RUNTIME: 'firefox' } })
    await expect(choice).rejects.toThrow('PARLEY_RUNTIME is firefox. Set it to electron or')
  })

  test('a browser that is not there', async () => {
    const choice = choose(temporaryFolder(), { env: { ...host, PARLEY_BROWSER: '/no/chrome' } })
    await expect(choice).rejects.toThrow('PARLEY_BROWSER points to no program: /no/chrome')
  })

  test.skipIf(process.platform === 'win32')('a browser that does not start', async () => {
    const broken = writeScript(temporaryFolder(), 'chrome', 'echo needs snapd; exit 1')
    const choice = choose(temporaryFolder(), { env: { ...host, PARLEY_BROWSER: broken } })
    await expect(choice).rejects.toThrow(/chrome doesn't start: needs snapd/)
  })
})
