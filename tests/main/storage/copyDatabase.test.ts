import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../../../src/main/app/migrations.ts'
import { connect } from '../../../src/main/storage/connection.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { copyDatabase, listSnapshots } from '../../../src/main/storage/snapshots.ts'
import { canMount, mountSmallDisk } from './smallDisk.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 28, 12, minute))

test('copies an open database with what only its log has, and keeps two copies', async () => {
  const path = join(temporaryFolder(), 'history.sqlite')
  const database = openDatabase({ path, migrations })
  database.exec('CREATE TABLE note (text TEXT)')
  for (const minute of [1, 2, 3]) {
    database.run('INSERT INTO note VALUES (?)', `note ${String(minute)}`)
    await copyDatabase(path, at(minute))
  }
  const copies = listSnapshots(path)
  expect(copies).toHaveLength(2)
  const newest = connect(copies[0] ?? '', { readOnly: true })
  expect(newest.all('SELECT text FROM note')).toHaveLength(3)
  newest.close()
  database.close()
})

test('a history that is not there needs no copy; a damaged one has none', async () => {
  const folder = temporaryFolder()
  await copyDatabase(join(folder, 'none.sqlite'), at(1))
  expect(readdirSync(folder)).toEqual([])
  const path = join(folder, 'history.sqlite')
  writeFileSync(path, 'no database, but longer than its header has to be: '.repeat(100))
  await expect(copyDatabase(path, at(1))).rejects.toMatchObject({ code: 'databaseDamaged' })
  expect(readdirSync(folder)).toEqual(['history.sqlite'])
})

test.skipIf(!canMount)('a disk without room for a copy: nothing is written', async () => {
  const { folder } = mountSmallDisk('8m')
  const path = join(folder, 'history.sqlite')
  openDatabase({ path, migrations }).close()
  await expect(copyDatabase(path, at(1))).rejects.toMatchObject({ code: 'diskFull' })
  expect(readdirSync(folder)).toEqual(['history.sqlite'])
})
