import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../scripts/fingerprint.mjs'
import { withImportTable } from '../scripts/importTable.mjs'
import { projectRoot } from '../scripts/projectRoot.mjs'

const source = ['src', 'chromium-host', 'scripts', 'tests']
  .flatMap((folder) => listFiles(join(projectRoot, folder)))
  .map((file) => relative(projectRoot, file).replaceAll('\\', '/'))
  .filter((file) => /\.(?:[cm]?[jt]sx?)$/.test(file) && !/\/(?:fixtures|node_modules)\//.test(file))

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const entryPoints = ['src/main/index.ts', 'src/preload/index.ts']

test('the import table of docs/architecture.md is up to date (node scripts/importTable.mjs)', () => {
  expect(read('docs/architecture.md')).toBe(withImportTable())
})

describe('files', () => {
  test('have no catch-all name and are no barrel', () => {
    const catchAll = /^(?:utils?|helpers?|common|types|constants|index)\.[cm]?[jt]sx?$/
    const named = source.filter((file) => catchAll.test(basename(file)))
    expect(named.filter((file) => !entryPoints.includes(file))).toEqual([])
  })

  test('export something of their own', () => {
    const isBarrel = (text: string): boolean =>
      /^export .* from /m.test(text) && !/^(?:export (?!.* from )|import )/m.test(text)
    expect(source.filter((file) => isBarrel(read(file)))).toEqual([])
  })

  test('are short: half of them at most 80 lines, 95 % at most 250', () => {
    const app = source.filter((file) => /^(?:src|chromium-host)\//.test(file))
    const lengths = app.map((file) => read(file).split('\n').length - 1).toSorted((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length * 0.5)]).toBeLessThanOrEqual(80)
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(250)
  })
})

describe('the processes', () => {
  test('only main/ipc listens to the renderer, whatever way ipcMain is reached', () => {
    const listening = source.filter(
      (file) => file.startsWith('src/') && /\bipcMain\b/.test(read(file)),
    )
    expect(listening.filter((file) => !file.startsWith('src/main/ipc/'))).toEqual([])
  })

  test('only renderer/core/bridge.ts takes the bridge from the window', () => {
    const taking = source.filter(
      (file) =>
        file.startsWith('src/renderer/') &&
        /\b(?:window|globalThis|self)\s*(?:\.|\[\s*['"])\s*bridge\b/.test(read(file)),
    )
    expect(taking.filter((file) => file !== 'src/renderer/core/bridge.ts')).toEqual([])
  })
})
