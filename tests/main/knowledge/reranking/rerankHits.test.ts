import { expect, test } from 'vitest'
import { rerankHits } from '../../../../src/main/knowledge/reranking/rerankHits.ts'
import type { BaseRecord } from '../../../../src/main/knowledge/catalogue/baseTable.ts'
import type { Hit } from '../../../../src/shared/knowledge/knowledge.ts'

const reranker = { providerId: 'test', modelId: 'rerank' }
const other = { providerId: 'other', modelId: 'rerank' }

function hit(baseId: string, text: string): Hit {
  const ranks = { wordRank: 1, vectorRank: null, similarity: null, rerankScore: null, score: 1 }
  const place = { baseId, sourceId: text, sha256: '', start: 0, end: 1, page: null }
  return { place, sourceName: text, sourceKind: 'file', headings: [], text, ...ranks }
}

const record = (chosen: BaseRecord['reranker']) => ({ reranker: chosen }) as BaseRecord
const catalogue = {
  base: async (id: string) => record(id === 'plain' ? null : id === 'other' ? other : reranker),
  addSpent: async () => undefined,
}
/** Scores by the text's own number. */
const rerank = async (_model: unknown, _query: string, texts: readonly string[]) => {
  return { scores: texts.map((text) => Number(/\d+$/.exec(text)?.[0])), tokens: 1, dollars: 0 }
}

test('hits change places among those of bases with the same reranker', async () => {
  const hits = [
    hit('one', 'a 1'),
    hit('plain', 'b 9'),
    hit('other', 'c 2'),
    hit('two', 'd 5'),
    hit('other', 'e 7'),
  ]
  const sorted = await rerankHits(hits, 'question', { catalogue, rerank })
  expect(sorted.reranked).toBe(true)
  expect(sorted.hits.map(({ text }) => text)).toEqual(['d 5', 'b 9', 'e 7', 'a 1', 'c 2'])
})

test('what comes after the best thirty stays behind them', async () => {
  const hits = Array.from({ length: 40 }, (_, index) => hit('one', `x ${String(index)}`))
  const { hits: sorted } = await rerankHits(hits, 'question', { catalogue, rerank })
  expect(sorted[0]?.text).toBe('x 29')
  expect(sorted.slice(30).map(({ text }) => text)).toEqual(hits.slice(30).map(({ text }) => text))
})

test('a reranker that never answers, whatever it is told, leaves the order of the ranks', async () => {
  const hits = [hit('one', 'a 1'), hit('one', 'b 2')]
  const hanging = (): Promise<never> => new Promise(() => undefined)
  const options = { catalogue, rerank: hanging, milliseconds: 1 }
  const { hits: sorted, reranked } = await rerankHits(hits, 'question', options)
  expect(reranked).toBe(false)
  expect(sorted).toEqual(hits)
})

test('one of two rerankers that fails leaves its own hits, and a stop is no failure', async () => {
  const failing: typeof rerank = async (model, query, texts) => {
    if (model === other) throw new Error('Away')
    return rerank(model, query, texts)
  }
  const hits = [hit('one', 'a 1'), hit('other', 'b 1'), hit('one', 'c 2'), hit('other', 'd 2')]
  const sorted = await rerankHits(hits, 'question', { catalogue, rerank: failing })
  expect(sorted.reranked).toBe(false)
  expect(sorted.hits.map(({ text }) => text)).toEqual(['c 2', 'b 1', 'a 1', 'd 2'])
  const stopped = AbortSignal.abort()
  const stopping = rerankHits(hits, 'question', { catalogue, rerank: failing }, stopped)
  await expect(stopping).rejects.toMatchObject({ code: 'aborted' })
})
