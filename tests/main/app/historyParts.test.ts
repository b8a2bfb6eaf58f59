import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createHistory } from '../../../src/main/app/history.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { historyPath, logPath } from '../../../src/main/storage/paths.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const migrations = ['CREATE TABLE note (id TEXT PRIMARY KEY, file TEXT) STRICT']
const neverAsked = () => Promise.reject(new Error('Nothing is damaged here'))

function create(folder = temporaryFolder()) {
  const history = createHistory({ folder, migrations, log: () => undefined, rebuild: neverAsked })
  onTestFinished(() => history.close())
  return { folder, history }
}

test('parts are recovered before any is opened, and closed in turn, the last one first', () => {
  const { history } = create()
  const seen: string[] = []
  for (const name of ['first', 'second']) {
    history.add({
      recover: () => void seen.push(`recover ${name}`),
      open: () => ({
        close: () => void seen.push(`close ${name}`),
        told: seen.push(`open ${name}`),
      }),
    })
  }
  history.open()
  history.close()
  expect(seen).toEqual([
    'recover first',
    'recover second',
    'open first',
    'open second',
    'close second',
    'close first',
  ])
})

test('what a part has opened can be had as long as the history is open', () => {
  const { history } = create()
  const current = history.add({ open: () => ({ close: () => undefined, name: 'notes' }) })
  expect(current()).toBeUndefined()
  history.open()
  expect(current()?.name).toBe('notes')
  history.close()
  expect(current()).toBeUndefined()
})

test('a part is told of the files of all', () => {
  const { history } = create()
  let found: ReadonlySet<string> | null = null
  history.add({
    open(_database, { usedFiles }) {
      found = usedFiles()
      return { close: () => undefined }
    },
  })
  for (const name of ['a', 'b']) {
    history.add({ usedFiles: () => [name], open: () => ({ close: () => undefined }) })
  }
  history.open()
  expect(found).toEqual(new Set(['a', 'b']))
})

test('where a part does not open, those before it are closed, and the database as well', () => {
  const { folder, history } = create()
  const closed: string[] = []
  history.add({ open: () => ({ close: () => void closed.push('first') }) })
  history.add({
    open: () => {
      throw new Error('no')
    },
  })
  history.open()
  expect(closed).toEqual(['first'])
  expect(history.isOpen()).toBe(false)
  expect(history.fatal()).toMatchObject({ code: 'internal' })
  // The log disappears only when the last connection closes.
  expect(existsSync(logPath(historyPath(folder)))).toBe(false)
})

test('a history with a table that can not be read any more still closes', () => {
  const { history } = create()
  let database: Database | undefined
  history.add({
    markedTables: ['note'],
    open(opened) {
      database = opened
      return { close: () => undefined }
    },
  })
  history.open()
  database?.exec('DROP TABLE note')
  history.close()
  expect(history.isOpen()).toBe(false)
})
