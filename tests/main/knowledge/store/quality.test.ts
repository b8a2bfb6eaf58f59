import { expect, test } from 'vitest'
import { parseEmbedder, reportQuality } from '../../../bench/knowledge/qualityOf.ts'
import { startFakeEmbedder } from '../../../fakes/fakeEmbedder.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { embedSpelling } from './embedSpelling.ts'
import { measureQuality, questions, sections } from './measureQuality.ts'

const dimensions = 1024

test('words and vectors together answer at least as well as words alone', async () => {
  const figures = await measureQuality(temporaryFolder(), (texts) =>
    Promise.resolve(texts.map((text) => embedSpelling(text, dimensions))),
  )
  const { words, vectors, fused } = figures
  const report = JSON.stringify(figures)
  expect(sections.length, report).toBe(81)
  expect(fused.mrr, report).toBeGreaterThanOrEqual(words.mrr)
  expect(fused.recall, report).toBeGreaterThanOrEqual(words.recall)
  expect(fused.recall, report).toBeGreaterThanOrEqual(vectors.recall)
  expect(words.mrr, report).toBeGreaterThan(0.64)
})

test('the benchmark asks an embedder by its address', async () => {
  const server = await startFakeEmbedder()
  const address = parseEmbedder(`${server.origin}/v1#words-small`, 'a key')
  expect(address).toEqual({ baseUrl: `${server.origin}/v1`, modelId: 'words-small', key: 'a key' })
  const rows: Record<string, number | undefined> = {}
  await reportQuality(({ name, samples }) => void (rows[name] = samples[0]), address)
  expect(server.texts()).toContain(questions[0]?.question)
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer a key')
  expect(Object.keys(rows)).toHaveLength(6)
  expect(rows['quality, words-small, vectors, MRR@10']).toBeGreaterThan(0)
  expect(() => parseEmbedder('127.0.0.1:11434')).toThrow('Not an address with a model')
})
