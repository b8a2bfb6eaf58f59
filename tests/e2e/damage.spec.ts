import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { providerAt, type LaunchOptions, type Parley } from './launch.ts'
import { expect, test } from './parley.ts'

const model = { providerId: 'fake', modelId: 'parley-large' }

/** Creates a data folder with a few conversations and closes Parley. */
async function withHistory(
  start: (options?: LaunchOptions) => Promise<Parley>,
  origin: string,
): Promise<string> {
  const parley = await start({ settings: { providers: [providerAt(origin)], defaultModel: model } })
  await parley.send('Worth keeping')
  await expect(parley.last('Assistant')).toContainText('You said: Worth keeping')
  await parley.close()
  return parley.folder
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

test('a history of a newer Parley is refused and left as it is', async ({ start, server }) => {
  const folder = await withHistory(start, server.origin)
  const file = join(folder, 'history.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 9999')
  database.close()
  const before = hashOf(file)
  const { page } = await start({ folder })
  await expect(page.getByRole('alert')).toContainText('newer version of Parley')
  await expect(page.getByRole('button', { name: 'Repair' })).toHaveCount(0)
  expect(hashOf(file)).toBe(before)
})

test('a truncated history is repaired with one click, and the damaged file is kept', async ({
  start,
  server,
}) => {
  const folder = await withHistory(start, server.origin)
  const file = join(folder, 'history.sqlite')
  truncateSync(file, Math.floor(statSync(file).size / 2))
  const { page } = await start({ folder })
  await expect(page.getByRole('alert')).toContainText('damaged')
  await page.getByRole('button', { name: 'Repair' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(readdirSync(folder).filter((name) => /damaged/.test(name))).not.toEqual([])
})

test('a history of random bytes does not stop the app from starting anew', async ({ start }) => {
  const { folder, close } = await start({ settings: { language: 'de-DE' } })
  await close()
  writeFileSync(join(folder, 'history.sqlite'), Buffer.alloc(20_000, 'not a database'))
  const { page } = await start({ folder })
  // The settings don't answer without a history, but the language is the user's.
  await page.getByRole('button', { name: 'Reparieren' }).click()
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible()
})
