import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KnowledgeStore } from '../../../src/main/knowledge/store/knowledgeStore.ts'
import { createLocalStore } from '../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { testSource } from '../../main/knowledge/store/testSource.ts'
import type { Report } from '../row.ts'
import { documentSets, readSections, type TitledSection } from './debianDocuments.ts'

const baseId = '11111111-1111-4111-8111-111111111111'
const looked = 20
const mrrLooked = 10

/** Finds the sections that answer a question, as places in the list, best first. */
type Search = (question: string) => Promise<number[]> | number[]

/**
 * Asks documents that Debian ships for their sections by the titles, which the index has not. Parley
 * searches by words alone, beside SQLite's FTS5 with Porter's stemmer.
 */
export async function measureWords(report: Report): Promise<void> {
  for (const set of documentSets) {
    const sections = readSections(set)
    if (!sections) {
      console.log(`    ${set.name}: apt-get install ${set.debianPackage}`)
      continue
    }
    const questions = sections.map(({ title }) => title)
    const rival = await figuresOf(questions, openFts5(sections))
    const own = await withParley(sections, (search) => figuresOf(questions, search))
    const name = `words, ${set.name} (${String(sections.length)})`
    for (const figure of ['MRR@10', 'recall@20'] as const) {
      report({ name: `${name}, FTS5 porter, ${figure}`, unit: '', samples: [rival[figure]] })
      report({
        name: `${name}, Parley, ${figure}`,
        unit: '',
        samples: [own[figure]],
        // Only the rank has an aim: the section asked for should be at the top.
        ...(figure === 'MRR@10' && { aim: { least: rival[figure] } }),
      })
    }
  }
}

async function figuresOf(
  questions: readonly string[],
  search: Search,
): Promise<{ 'MRR@10': number; 'recall@20': number }> {
  let sum = 0
  let found = 0
  for (const [index, question] of questions.entries()) {
    const rank = (await search(question)).indexOf(index) + 1
    if (rank > 0) found += 1
    if (rank > 0 && rank <= mrrLooked) sum += 1 / rank
  }
  return { 'MRR@10': sum / questions.length, 'recall@20': found / questions.length }
}

function openFts5(sections: readonly TitledSection[]): Search {
  const database = new DatabaseSync(':memory:')
  database.exec(
    `CREATE VIRTUAL TABLE section USING
     fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')`,
  )
  const insert = database.prepare('INSERT INTO section (rowid, text) VALUES (?, ?)')
  for (const [index, { text }] of sections.entries()) insert.run(index, text)
  const select = database.prepare(
    'SELECT rowid FROM section WHERE section MATCH ? ORDER BY rank LIMIT ?',
  )
  return (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) return []
    const match = words.map((word) => `"${word}"`).join(' OR ')
    return select.all(match, looked).map((row) => Number(row['rowid']))
  }
}

async function withParley<Result>(
  sections: readonly TitledSection[],
  use: (search: Search) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-words-'))
  const database = openKnowledgeDatabase(join(folder, 'knowledge.sqlite'))
  const store = createLocalStore(database)
  try {
    return await use(await fill(store, sections))
  } finally {
    await store.close()
    database.close()
    rmSync(folder, { recursive: true, maxRetries: 5 })
  }
}

async function fill(store: KnowledgeStore, sections: readonly TitledSection[]): Promise<Search> {
  const places = new Map<string, number>()
  for (const [index, { text }] of sections.entries()) {
    const source = testSource(baseId, text)
    places.set(source.id, index)
    const passages = source.passages.map((passage) => ({ ...passage, headings: [] }))
    await store.put({ ...source, passages })
  }
  return async (question) => {
    const hits = await store.search({
      baseIds: [baseId],
      words: question,
      vectors: [],
      filter: {},
      limit: looked,
    })
    return hits.map(({ place }) => places.get(place.sourceId) ?? -1)
  }
}
