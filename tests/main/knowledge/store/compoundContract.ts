import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { KnowledgeStore } from '../../../../src/main/knowledge/store/knowledgeStore.ts'
import { testSource } from './testSource.ts'

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

/** Describes how stores find compounds. `open` returns one, in which other bases may be. */
export function describeCompounds(name: string, open: () => Promise<KnowledgeStore>): void {
  async function begin() {
    const store = await open()
    const baseId = randomUUID()
    const found = async (words: string): Promise<string[]> => {
      const query = { baseIds: [baseId], words, vectors: [], filter: {}, limit: 5 }
      return (await store.search(query)).map(({ text }) => text)
    }
    return { baseId, store, found }
  }

  describe(name, () => {
    test('a German compound is found by each of its halves, and halves by the compound', async () => {
      const { baseId, store, found } = await begin()
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
      const { baseId, store, found } = await begin()
      await store.put(testSource(baseId, 'Der Hauptschlüssel hängt nicht mehr an der Wand.'))
      await store.put(
        testSource(baseId, 'Der Schlüssel hängt nicht mehr an der Wand im langen Flur.'),
      )
      expect((await found('Schlüssel'))[0]).toContain('Der Schlüssel')
    })
  })
}
