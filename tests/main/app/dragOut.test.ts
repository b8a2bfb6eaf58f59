import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createDragOut } from '../../../src/main/app/dragOut.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

/** Opens dragging with one stored file, and a folder of copies that an earlier start has left. */
function open(takesFiles = true) {
  const root = temporaryFolder()
  const folder = join(root, 'dragged')
  const stored = join(root, 'a1b2')
  writeFileSync(stored, 'the bytes')
  mkdirSync(join(folder, 'earlier'), { recursive: true })
  writeFileSync(join(folder, 'earlier', 'old.png'), 'old')
  const started: { windowId: number; paths: readonly string[] }[] = []
  const start = (windowId: number, paths: readonly string[]) => {
    started.push({ windowId, paths })
  }
  const drag = createDragOut({
    folder,
    start: takesFiles ? start : undefined,
    log: () => undefined,
  })
  return { folder, stored, started, drag }
}

test('other programs get copies under their names, which the next start removes', async () => {
  const { folder, stored, started, drag } = open()
  const file = { path: stored, name: 'A fox.png' }
  expect(await drag(7, [file, file])).toBe(true)
  const [{ windowId, paths } = { windowId: 0, paths: [] }] = started
  expect(windowId).toBe(7)
  expect(paths.map((path) => basename(path))).toEqual(['A fox.png', 'A fox 2.png'])
  for (const path of paths) writeFileSync(path, 'changed by another program')
  expect(readFileSync(stored, 'utf8')).toBe('the bytes')
  expect(existsSync(join(folder, 'earlier'))).toBe(false)
  await drag(7, [file])
  expect(readdirSync(folder)).toHaveLength(2)
  // The other program may read a dropped file late, so it stays until the next start.
  const again = createDragOut({ folder, start: () => undefined, log: () => undefined })
  await again(7, [file])
  expect(readdirSync(folder)).toHaveLength(1)
})

test.each([
  ['../../.bashrc', 'file.bashrc'],
  ['a/b\\c:d?.png', 'a b c d.png'],
  ['..', 'file'],
  ['.png', 'png'],
  ['NUL.png', '_NUL.png'],
  ['fox\u202egnp.exe', 'fox gnp.exe'],
  [`${'x'.repeat(400)}.png`, `${'x'.repeat(120)}.png`],
])('a name leads nowhere else and every system takes it: %j', async (name, expected) => {
  const { folder, stored, started, drag } = open()
  await drag(1, [{ path: stored, name }])
  const path = started[0]?.paths[0] ?? ''
  expect(basename(path)).toBe(expected)
  expect(dirname(dirname(path))).toBe(folder)
})

test('where nothing can be dragged, nothing is copied', async () => {
  const { folder, stored, drag } = open(false)
  expect(await drag(1, [{ path: stored, name: 'A fox.png' }])).toBe(false)
  expect(existsSync(folder) ? readdirSync(folder) : []).not.toContain('A fox.png')
})

test('a file that is gone is told', async () => {
  const { drag, started } = open()
  const gone = drag(1, [{ path: '/nowhere/at/all', name: 'x.png' }])
  await expect(gone).rejects.toMatchObject({ code: 'attachmentMissing' })
  expect(started).toEqual([])
})
