import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import { rebuildDatabase, type RebuildOptions } from '../../../src/main/storage/rebuild.ts'
import { repairDatabase, type Repair } from '../../../src/main/storage/repair.ts'
import { mulberry32 } from '../../mulberry32.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const migrations = [
  `CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
   CREATE TABLE tag (
     id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL REFERENCES note (id), name TEXT NOT NULL
   ) STRICT;
   CREATE VIRTUAL TABLE note_search USING fts5 (text);`,
]
const newer = [...migrations, `ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'`]
const mend = (): void => undefined

/** Repairs in this thread. */
const repairHere = (options: RebuildOptions): Promise<Repair> =>
  repairDatabase({
    path: options.path,
    newest: options.migrations.length,
    rebuild: () => rebuildDatabase(options),
  })

const count = 1000
const pageBytes = 4096

test('brings back every row outside of the damaged pages, and drops what refers to lost ones', async () => {
  const path = makeNotes()
  const damage = randomBytes(3 * pageBytes)
  const bytes = readFileSync(path)
  damage.copy(bytes, 20 * pageBytes)
  writeFileSync(path, bytes)
  expect(() => openDatabase({ path, migrations })).toThrow(
    expect.objectContaining({ code: 'databaseDamaged' }),
  )
  const repair = await repairHere({ path, migrations, mend })
  expect(readFileSync(repair.aside).equals(bytes)).toBe(true)
  expect(repair.complete).toBe(false)
  const { ids, wrong } = readNotes(path)
  expect(wrong).toEqual([])
  // A leaf page holds about 18 of these notes.
  expect(ids.length).toBeGreaterThan(count - 3 * 40)
  expect(ids.length).toBeLessThan(count)
})

test.each([0.2, 0.5, 0.9])(
  'brings back what lies before the end of a file cut at %d',
  async (part) => {
    const path = makeNotes()
    const bytes = readFileSync(path)
    truncateSync(path, Math.floor(bytes.length * part))
    await repairHere({ path, migrations, mend })
    const { ids, wrong } = readNotes(path)
    expect(wrong).toEqual([])
    // The first pages hold the other tables and the search index.
    expect(ids.length).toBeGreaterThan(count * (part - 0.15))
  },
)

test('starts anew, and keeps the file, where nothing can be read', async () => {
  const path = historyPath(temporaryFolder())
  const bytes = randomBytes(50_000)
  writeFileSync(path, bytes)
  const repair = await repairHere({ path, migrations, mend })
  expect(readFileSync(repair.aside).equals(bytes)).toBe(true)
  expect(repair).toMatchObject({ rows: 0, complete: false })
  expect(readNotes(path).ids).toEqual([])
})

test('takes from the snapshot what the file has lost', async () => {
  const path = makeNotes()
  openDatabase({ path, migrations: newer }).close()
  writeFileSync(path, randomBytes(50_000))
  const repair = await repairHere({ path, migrations: newer, mend })
  expect(repair.rows).toBe(count + 1)
  const database = openDatabase({ path, migrations: newer })
  expect(database.get('SELECT text, colour FROM note WHERE id = 7')).toEqual({
    text: textOf(7),
    colour: 'red',
  })
  database.close()
})

test('refuses a newer database, which is not damaged', async () => {
  const path = makeNotes()
  openDatabase({ path, migrations: newer }).close()
  await expect(repairHere({ path, migrations, mend })).rejects.toThrow(
    expect.objectContaining({ code: 'databaseTooNew' }),
  )
})

test('leaves the damaged file in its place when it fails half way', async () => {
  const folder = temporaryFolder()
  const path = historyPath(folder)
  const bytes = randomBytes(50_000)
  writeFileSync(path, bytes)
  const failing = (): never => {
    throw new Error('no')
  }
  await expect(repairHere({ path, migrations, mend: failing })).rejects.toThrow('no')
  expect(readdirSync(folder)).toEqual(['history.sqlite'])
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

// The damage is the same each time: some, though rarely, looks like text.
test('ends soon whatever the damage', async () => {
  const whole = readFileSync(makeNotes())
  const random = mulberry32(1)
  const randomBytesAgain = () => Buffer.from(Array.from({ length: 64 }, () => random() * 256))
  for (let round = 0; round < 30; round++) {
    const path = historyPath(temporaryFolder())
    const bytes = Buffer.from(whole)
    const pages = bytes.length / pageBytes
    for (let hit = 0; hit <= round; hit++) {
      randomBytesAgain().copy(bytes, Math.floor(random() * pages) * pageBytes + 1)
    }
    writeFileSync(path, bytes)
    await repairHere({ path, migrations, mend })
    expect(readNotes(path).wrong).toEqual([])
  }
})

function makeNotes(): string {
  const path = historyPath(temporaryFolder())
  const database = openDatabase({ path, migrations })
  database.transaction(() => {
    for (let id = 1; id <= count; id++) {
      database.run('INSERT INTO note (id, text) VALUES (?, ?)', id, textOf(id))
    }
    database.run(`INSERT INTO tag (note_id, name) VALUES (1, 'first')`)
  })
  database.close()
  return path
}

function textOf(id: number): string {
  return `${id} ${String(id % 10).repeat(200)}`
}

function readNotes(path: string): { ids: number[]; wrong: unknown[] } {
  const database = openDatabase({ path, migrations })
  const rows = database.all('SELECT id, text FROM note ORDER BY id')
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  expect(database.all('PRAGMA foreign_key_check')).toEqual([])
  database.close()
  const wrong = rows.filter((row) => row['text'] !== textOf(Number(row['id'])))
  return { ids: rows.map((row) => Number(row['id'])), wrong }
}
