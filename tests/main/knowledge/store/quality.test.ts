import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../../../scripts/projectRoot.mjs'
import type { KnowledgeStore } from '../../../../src/main/knowledge/store/knowledgeStore.ts'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { embedSpelling } from './embedSpelling.ts'
import { paraphrases } from './manualQuestions.ts'
import { testSource } from './testSource.ts'

const baseId = '11111111-1111-4111-8111-111111111111'
const languages = ['en-US', 'de-DE', 'fr-FR']
const dimensions = 1024

interface Section {
  language: string
  id: string
  title: string
  text: string
}

/** Returns the sections of the manual that the guide answers from, each as one passage. */
function readManual(language: string): Section[] {
  const text = readFileSync(join(projectRoot, 'resources', 'guide', `${language}.md`), 'utf8')
  return Array.from(
    text.matchAll(/^## (?<title>.+?) \{#(?<id>[\w-]+)\}$(?<body>[\s\S]*?)(?=^## |$(?![\s\S]))/gm),
    ({ groups }) => ({
      language,
      id: groups?.['id'] ?? '',
      title: groups?.['title'] ?? '',
      text: (groups?.['body'] ?? '')
        .replaceAll(/<!--.*?-->/gs, '')
        .trim()
        .replaceAll(/\s+/g, ' '),
    }),
  )
}

const sections = languages.flatMap(readManual)
const questions = [
  ...sections.map(({ language, id, title }) => ({ language, id, question: title })),
  ...languages.flatMap((language) =>
    (paraphrases[language] ?? []).map(([id, question]) => ({ language, id, question })),
  ),
]

type Way = 'words' | 'vectors' | 'fused'

interface Figures {
  /** The mean of 1 / rank of the right passage among the first ten. */
  mrr: number
  /** The part of the questions whose right passage is among the first twenty. */
  recall: number
}

async function fill(store: KnowledgeStore): Promise<{ spaceId: number; ids: string[] }> {
  const ids: string[] = []
  for (const { text } of sections) {
    const source = testSource(baseId, text)
    // The title is the question, so the index must not have it.
    await store.put({
      ...source,
      passages: source.passages.map((passage) => ({ ...passage, headings: [] })),
    })
    ids.push(source.id)
  }
  const { id: spaceId } = await store.openSpace(
    baseId,
    { providerId: 't', modelId: 't' },
    dimensions,
  )
  const missing = await store.missingVectors(baseId, spaceId, 1000)
  await store.putVectors(
    spaceId,
    missing.map(({ textHash, text }) => ({ textHash, values: embedSpelling(text, dimensions) })),
  )
  await store.useSpace(baseId, spaceId)
  return { spaceId, ids }
}

test('words and vectors together answer at least as well as words alone', async () => {
  const database = openKnowledgeDatabase(join(temporaryFolder(), 'knowledge.sqlite'))
  onTestFinished(() => database.close())
  const store = createLocalStore(database)
  const { spaceId, ids } = await fill(store)

  async function measure(way: Way): Promise<Figures> {
    let mrr = 0
    let found = 0
    for (const { language, id, question } of questions) {
      const hits = await store.search({
        baseIds: [baseId],
        words: way === 'vectors' ? '' : question,
        vectors: way === 'words' ? [] : [{ spaceId, values: embedSpelling(question, dimensions) }],
        filter: {},
        limit: 20,
      })
      const right = ids[sections.findIndex((each) => each.language === language && each.id === id)]
      const rank = hits.findIndex(({ place }) => place.sourceId === right) + 1
      if (rank > 0) found += 1
      if (rank > 0 && rank <= 10) mrr += 1 / rank
    }
    return { mrr: mrr / questions.length, recall: found / questions.length }
  }

  const [words, vectors, fused] = [
    await measure('words'),
    await measure('vectors'),
    await measure('fused'),
  ]
  await store.close()
  const report = JSON.stringify({ words, vectors, fused })
  expect(sections.length, report).toBe(81)
  expect(fused.mrr, report).toBeGreaterThanOrEqual(words.mrr)
  expect(fused.recall, report).toBeGreaterThanOrEqual(words.recall)
  expect(fused.recall, report).toBeGreaterThanOrEqual(vectors.recall)
  expect(words.mrr, report).toBeGreaterThan(0.64)
})
