import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../../scripts/projectRoot.mjs'
import type { KnowledgeStore } from '../../../../src/main/knowledge/store/knowledgeStore.ts'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { paraphrases } from './manualQuestions.ts'
import { testSource } from './testSource.ts'

const baseId = '11111111-1111-4111-8111-111111111111'
const languages = ['en-US', 'de-DE', 'fr-FR']
const textsAtOnce = 32

/** Embeds passages, or questions, in their order. */
export type QualityEmbed = (
  texts: readonly string[],
  purpose: 'passage' | 'question',
) => Promise<Float32Array[]>

export type SearchWay = 'words' | 'vectors' | 'fused'

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

/** The passages that are asked for. */
export const sections = languages.flatMap(readManual)
/** Questions, each with the section that answers it. */
export const questions = [
  ...sections.map(({ language, id, title }) => ({ language, id, question: title })),
  ...languages.flatMap((language) =>
    (paraphrases[language] ?? []).map(([id, question]) => ({ language, id, question })),
  ),
]

export interface QualityFigures {
  /** The mean of 1 / rank of the right passage among the first ten. */
  mrr: number
  /** The part of the questions whose right passage is among the first twenty. */
  recall: number
}

/**
 * Asks the guide's manual in three languages, by its titles and in other words, by words alone,
 * vectors alone and both. The index is written into a folder.
 */
export async function measureQuality(
  folder: string,
  embed: QualityEmbed,
): Promise<Record<SearchWay, QualityFigures>> {
  const database = openKnowledgeDatabase(join(folder, 'knowledge.sqlite'))
  const store = createLocalStore(database)
  try {
    const filled = await fill(store, embed)
    const vectors = await embedAll(
      questions.map(({ question }) => question),
      (texts) => embed(texts, 'question'),
    )
    const measure = (way: SearchWay) => measureWay(way, store, filled, vectors)
    return {
      words: await measure('words'),
      vectors: await measure('vectors'),
      fused: await measure('fused'),
    }
  } finally {
    await store.close()
    database.close()
  }
}

interface Filled {
  spaceId: number
  /** The source of each section. */
  ids: string[]
}

async function fill(store: KnowledgeStore, embed: QualityEmbed): Promise<Filled> {
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
  const [probe] = await embed(['probe'], 'passage')
  const model = { providerId: 't', modelId: 't' }
  const { id: spaceId } = await store.openSpace(baseId, model, probe?.length ?? 0)
  const missing = await store.missingVectors(baseId, spaceId, 1000)
  const vectors = await embedAll(
    missing.map(({ text }) => text),
    (texts) => embed(texts, 'passage'),
  )
  await store.putVectors(
    spaceId,
    missing.map(({ textHash }, index) => ({ textHash, values: vectors[index] as Float32Array })),
  )
  await store.useSpace(baseId, spaceId)
  return { spaceId, ids }
}

async function embedAll(
  texts: readonly string[],
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += textsAtOnce) {
    vectors.push(...(await embed(texts.slice(start, start + textsAtOnce))))
  }
  return vectors
}

async function measureWay(
  way: SearchWay,
  store: KnowledgeStore,
  { spaceId, ids }: Filled,
  vectors: readonly Float32Array[],
): Promise<QualityFigures> {
  let mrr = 0
  let found = 0
  for (const [index, { language, id, question }] of questions.entries()) {
    const values = vectors[index] ?? new Float32Array(0)
    const hits = await store.search({
      baseIds: [baseId],
      words: way === 'vectors' ? '' : question,
      vectors: way === 'words' ? [] : [{ spaceId, values }],
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
