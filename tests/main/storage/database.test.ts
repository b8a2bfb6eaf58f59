import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connect } from '../../../src/main/storage/connection.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { historyPath, logPath } from '../../../src/main/storage/paths.ts'
import { canMount, mountSmallDisk } from './smallDisk.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const migrations = [
  'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;',
  `ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
   CREATE TABLE tag (id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL REFERENCES note (id)) STRICT;`,
]
const [first = ''] = migrations

function fillNotes(path: string, count = 500): void {
  const database = openDatabase({ path, migrations })
  database.transaction(() => {
    for (let id = 1; id <= count; id++) {
      database.run('INSERT INTO note (text) VALUES (?)', `${id} ${'x'.repeat(200)}`)
    }
  })
  database.close()
}

describe('opening', () => {
  test('makes a file that keeps what is written, with its settings on', () => {
    const path = historyPath(join(temporaryFolder(), 'made', 'too'))
    const database = openDatabase({ path, migrations })
    database.run('INSERT INTO note (text) VALUES (?)', 'kept')
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    expect(database.get('PRAGMA busy_timeout')).toEqual({ timeout: 100 })
    database.close()
    const again = openDatabase({ path, migrations })
    expect(again.all('SELECT text, colour FROM note')).toEqual([{ text: 'kept', colour: 'red' }])
    again.close()
  })

  test('does not take a lost file’s log for the new file’s own', () => {
    const folder = temporaryFolder()
    const path = historyPath(folder)
    const log = randomBytes(50_000)
    writeFileSync(logPath(path), log)
    openDatabase({ path, migrations }).close()
    const [orphan] = readdirSync(folder).filter((name) => name.includes('orphan'))
    expect(readFileSync(join(folder, orphan ?? '')).equals(log)).toBe(true)
  })

  test('opens a large file, tables ordered by their own key among its tables', () => {
    const path = historyPath(temporaryFolder())
    const large = [
      `CREATE TABLE note (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
       CREATE TABLE pair (a TEXT, b TEXT, PRIMARY KEY (b, a)) STRICT, WITHOUT ROWID;`,
    ]
    const database = openDatabase({ path, migrations: large })
    // More than what is checked whole.
    database.exec('INSERT INTO note (bytes) VALUES (zeroblob(65000000))')
    database.exec(`INSERT INTO pair VALUES ('x', 'y')`)
    database.close()
    const again = openDatabase({ path, migrations: large })
    expect(again.get('SELECT length(bytes) AS size FROM note')).toEqual({ size: 65_000_000 })
    again.close()
  })

  test('reads what a killed process left in the log alone', () => {
    const path = historyPath(temporaryFolder())
    const database = openDatabase({ path, migrations })
    database.run('INSERT INTO note (text) VALUES (?)', 'in the log')
    const copy = historyPath(temporaryFolder())
    copyFileSync(path, copy)
    copyFileSync(logPath(path), logPath(copy))
    database.close()
    const opened = openDatabase({ path: copy, migrations })
    expect(opened.all('SELECT text FROM note')).toEqual([{ text: 'in the log' }])
    opened.close()
  })
})

describe('a newer database', () => {
  test('is refused, and left byte for byte as it is', () => {
    const folder = temporaryFolder()
    const path = historyPath(folder)
    fillNotes(path)
    const before = hashFiles(folder)
    expect(() => openDatabase({ path, migrations: [first] })).toThrow(
      expect.objectContaining({ code: 'databaseTooNew' }),
    )
    expect(hashFiles(folder)).toEqual(before)
  })

  test('is recognised though its version lies in the log alone', () => {
    const path = historyPath(temporaryFolder())
    openDatabase({ path, migrations: [first] }).close()
    const newer = connect(path)
    newer.exec('PRAGMA user_version = 9')
    const folder = temporaryFolder()
    const copy = historyPath(folder)
    copyFileSync(path, copy)
    copyFileSync(logPath(path), logPath(copy))
    newer.close()
    const before = hashFiles(folder)
    expect(() => openDatabase({ path: copy, migrations })).toThrow(
      expect.objectContaining({ code: 'databaseTooNew' }),
    )
    expect(hashFiles(folder)).toEqual(before)
  })
})

describe('a damaged database', () => {
  const length = 20 * 4096
  test.each([0, 1, 99, 100, 4095, 4096, 5000, 3 * 4096, 10 * 4096 + 17, length])(
    'cut off at %i bytes is refused',
    (bytes) => {
      const path = historyPath(temporaryFolder())
      fillNotes(path)
      expect(statSync(path).size).toBeGreaterThan(length)
      truncateSync(path, bytes)
      expect(() => openDatabase({ path, migrations })).toThrow(
        expect.objectContaining({ code: 'databaseDamaged' }),
      )
    },
  )

  test('of random bytes is refused, and not written to', () => {
    const folder = temporaryFolder()
    const path = historyPath(folder)
    writeFileSync(path, randomBytes(100_000))
    const before = hashFiles(folder)
    expect(() => openDatabase({ path, migrations })).toThrow(
      expect.objectContaining({ code: 'databaseDamaged' }),
    )
    expect(hashFiles(folder)).toEqual(before)
  })

  test('with random bytes in its middle is refused', () => {
    const path = historyPath(temporaryFolder())
    fillNotes(path)
    const bytes = readFileSync(path)
    randomBytes(8192).copy(bytes, 6 * 4096)
    writeFileSync(path, bytes)
    expect(() => openDatabase({ path, migrations })).toThrow(
      expect.objectContaining({ code: 'databaseDamaged' }),
    )
  })
})

describe('migrating', () => {
  test('runs what is missing, and keeps a copy of the file as it was', () => {
    const folder = temporaryFolder()
    const path = historyPath(folder)
    const old = openDatabase({ path, migrations: [first] })
    old.run('INSERT INTO note (text) VALUES (?)', 'old')
    old.close()
    const database = openDatabase({ path, migrations })
    expect(database.all('SELECT text, colour FROM note')).toEqual([{ text: 'old', colour: 'red' }])
    database.close()
    const [snapshot] = snapshotsIn(folder)
    const copy = connect(join(folder, snapshot ?? ''))
    expect(copy.get('PRAGMA user_version')).toEqual({ user_version: 1 })
    expect(copy.all('SELECT * FROM note')).toEqual([{ id: 1, text: 'old' }])
    copy.close()
  })

  test('keeps the last two copies', () => {
    const folder = temporaryFolder()
    const path = historyPath(folder)
    const steps = [first, ...'abcd'.split('').map((name) => `CREATE TABLE ${name} (x) STRICT`)]
    const sql = steps.map((step) => step.replace('(x)', '(x TEXT)'))
    for (let version = 1; version <= sql.length; version++) {
      const now = (): Date => new Date(Date.UTC(2026, 0, version))
      openDatabase({ path, migrations: sql.slice(0, version), now }).close()
    }
    expect(snapshotsIn(folder)).toEqual([
      'history.snapshot-20260104T000000000Z.sqlite',
      'history.snapshot-20260105T000000000Z.sqlite',
    ])
  })

  test('leaves everything as it was when one step fails', () => {
    const path = historyPath(temporaryFolder())
    openDatabase({ path, migrations: [first] }).close()
    const failing = [first, 'CREATE TABLE half (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);']
    expect(() => openDatabase({ path, migrations: failing })).toThrow(/nowhere/)
    const database = openDatabase({ path, migrations: [first] })
    expect(database.all(`SELECT name FROM sqlite_schema WHERE name = 'half'`)).toEqual([])
    database.close()
  })
})

describe('a transaction', () => {
  test('is undone whole when its work throws', () => {
    const database = openDatabase({ path: historyPath(temporaryFolder()), migrations })
    const work = (): void => {
      database.run('INSERT INTO note (text) VALUES (?)', 'one')
      database.transaction(() => database.run('INSERT INTO note (text) VALUES (?)', 'two'))
      throw new Error('no')
    }
    expect(() => database.transaction(work)).toThrow('no')
    expect(database.all('SELECT * FROM note')).toEqual([])
    expect(database.transaction(() => 7, 'relaxed')).toBe(7)
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    database.close()
  })
})

describe.skipIf(!canMount)('a disk', () => {
  test('that is full gives diskFull, and keeps what is there', () => {
    const disk = mountSmallDisk('1m')
    const path = historyPath(disk.folder)
    fillNotes(path, 10)
    const database = openDatabase({ path, migrations })
    disk.fill()
    const write = (): number =>
      database.run('INSERT INTO note (text) VALUES (?)', 'y'.repeat(300_000))
    expect(write).toThrow(expect.objectContaining({ code: 'diskFull' }))
    expect(database.get('SELECT count(*) AS count FROM note')).toEqual({ count: 10 })
    disk.free()
    write()
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    database.close()
  })

  test('that is full at the first start gives diskFull, and no half file', () => {
    const disk = mountSmallDisk('1m')
    disk.fill()
    const path = historyPath(disk.folder)
    expect(() => openDatabase({ path, migrations })).toThrow(
      expect.objectContaining({ code: 'diskFull' }),
    )
    expect(existsSync(path)).toBe(false)
    disk.free()
    openDatabase({ path, migrations }).close()
  })

  test('that is full refuses a migration before it begins', () => {
    const disk = mountSmallDisk('1m')
    const path = historyPath(disk.folder)
    openDatabase({ path, migrations: [first] }).close()
    disk.fill(40_000)
    expect(() => openDatabase({ path, migrations })).toThrow(
      expect.objectContaining({ code: 'diskFull' }),
    )
    disk.free()
    openDatabase({ path, migrations }).close()
  })

  test('that can not be written to gives folderReadOnly', () => {
    const disk = mountSmallDisk('1m')
    const path = historyPath(disk.folder)
    fillNotes(path, 10)
    disk.makeReadOnly()
    const folderReadOnly: unknown = expect.objectContaining({ code: 'folderReadOnly' })
    expect(() => openDatabase({ path, migrations })).toThrow(folderReadOnly)
    const missing = join(disk.folder, 'other.sqlite')
    expect(() => openDatabase({ path: missing, migrations })).toThrow(folderReadOnly)
  })
})

function hashFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder).sort()
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(files.map((name) => [name, hash(name)]))
}

function snapshotsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.includes('snapshot'))
    .sort()
}
