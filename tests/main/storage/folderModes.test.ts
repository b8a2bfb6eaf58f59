import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closeContents, closeFolder } from '../../../src/main/storage/folderModes.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

function make(folder: string, name: string, mode: number): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, name)
  chmodSync(path, mode)
  return path
}

describe.skipIf(process.platform === 'win32')('a data folder that was open to others', () => {
  test('is closed with all that is in it, and what is not of it is left alone', async () => {
    const folder = temporaryFolder()
    const outside = make(temporaryFolder(), 'outside', 0o666)
    const names = [
      ...['history.sqlite', 'history.sqlite-wal', 'history.sqlite-shm', 'settings.json'],
      'history.snapshot-20260131T235959999Z.sqlite',
      ...['files/abc.part', 'recordings/a', 'voices/b', 'logs/parley.log.old'],
    ]
    const own = names.map((name, index) => make(folder, name, index % 2 === 0 ? 0o666 : 0o777))
    const other = make(folder, 'Default/Extensions/tool', 0o755)
    symlinkSync(outside, join(folder, 'files', 'link'))
    for (const name of ['files', 'Default', 'Default/Extensions']) {
      chmodSync(join(folder, name), 0o777)
    }
    chmodSync(folder, 0o777)
    closeFolder(folder)
    expect([folder, own[0] ?? '', own[1] ?? ''].map(modeOf)).toEqual(['700', '600', '600'])
    await closeContents(folder)
    expect(own.map(modeOf)).toEqual(own.map(() => '600'))
    expect(modeOf(join(folder, 'files'))).toBe('700')
    expect(modeOf(join(folder, 'Default', 'Extensions'))).toBe('700')
    expect(modeOf(other)).toBe('700')
    expect(modeOf(outside)).toBe('666')
  })

  test('is left as it is where it is a shared one, or holds the home folder', async () => {
    const shared = temporaryFolder()
    chmodSync(shared, 0o1777)
    const file = make(shared, 'settings.json', 0o644)
    closeFolder(shared)
    await closeContents(shared)
    expect([shared, file].map(modeOf)).toEqual(['1777', '644'])
    const home = dirname(homedir())
    const before = modeOf(home)
    closeFolder(home)
    expect(modeOf(home)).toBe(before)
  })
})
