import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { testSource } from './testSource.ts'

const baseId = '11111111-1111-4111-8111-111111111111'
/** Compounds with both halves. None of the halves stands alone in the texts. */
const compounds = [
  ['Hauptschlüssel', 'Haupt', 'Schlüssel'],
  ['Versicherungspolice', 'Versicherung', 'Police'],
  ['Mietvertrag', 'Miete', 'Vertrag'],
  ['Wohnungstür', 'Wohnung', 'Tür'],
  ['Krankenkasse', 'Kranke', 'Kasse'],
  ['Lohnsteuer', 'Lohn', 'Steuer'],
  ['Kündigungsfrist', 'Kündigung', 'Frist'],
  ['Autobahnbrücke', 'Autobahn', 'Brücke'],
  ['Gesundheitsamt', 'Gesundheit', 'Ämter'],
  ['Fahrradschlösser', 'Fahrrad', 'Schloss'],
  ['Zahnarztrechnung', 'Zahnarzt', 'Rechnungen'],
  ['Dachdeckerbetrieb', 'Dachdecker', 'Betriebe'],
] as const

function openStore(path = join(temporaryFolder(), 'knowledge.sqlite')) {
  const database = openKnowledgeDatabase(path)
  const store = createLocalStore(database)
  onTestFinished(async () => {
    await store.close()
    database.close()
  })
  const found = async (words: string): Promise<string[]> => {
    const hits = await store.search({ baseIds: [baseId], words, vectors: [], filter: {}, limit: 5 })
    return hits.map(({ text }) => text)
  }
  return { database, store, found }
}

test('a German compound is found by each of its halves, and halves by the compound', async () => {
  const { store, found } = openStore()
  for (const [compound] of compounds) {
    await store.put(testSource(baseId, `Wir haben gestern lange über ${compound} gesprochen.`))
  }
  const missed: string[] = []
  for (const [compound, ...halves] of compounds) {
    for (const half of halves) {
      if (!(await found(half))[0]?.includes(compound)) missed.push(`${half} in ${compound}`)
    }
  }
  expect(missed).toEqual([])
  await store.put(testSource(baseId, 'Die Police der Versicherung liegt bei uns im Schrank.'))
  const [first, second] = await found('Versicherungspolice')
  expect(first).toContain('Versicherungspolice')
  expect(second).toContain('Police der Versicherung')
})

test('a word itself comes before compounds with it', async () => {
  const { store, found } = openStore()
  await store.put(testSource(baseId, 'Der Hauptschlüssel hängt nicht mehr an der Wand.'))
  await store.put(testSource(baseId, 'Der Schlüssel hängt nicht mehr an der Wand im langen Flur.'))
  expect((await found('Schlüssel'))[0]).toContain('Der Schlüssel')
})

test('sources of an earlier version get the ends of their words at the next start', async () => {
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  const before = openStore(path)
  await before.store.put(testSource(baseId, 'Wir haben den Hauptschlüssel in der Küche gefunden.'))
  before.database.run('DELETE FROM word_end')
  before.database.run('UPDATE indexed_source SET has_word_ends = 0')
  const after = openStore(path)
  await expect.poll(() => after.found('Schlüssel')).toHaveLength(1)
})
