import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbedder } from '../../../src/main/knowledge/embedding/embedder.ts'
import { createOpenAiCompatible } from '../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'
import { embedSpelling } from '../../main/knowledge/store/embedSpelling.ts'
import { measureQuality, type QualityEmbed } from '../../main/knowledge/store/measureQuality.ts'
import type { Report } from '../row.ts'

const spellingDimensions = 1024

/** An embedder of the OpenAI dialect. */
export interface EmbedderAddress {
  /** Such as http://127.0.0.1:11434/v1. */
  baseUrl: string
  modelId: string
  key: string | null
}

/** Parses `http://127.0.0.1:11434/v1#model`. The key, if any, is not part of a command. */
export function parseEmbedder(text: string, key = process.env['EMBEDDER_KEY']): EmbedderAddress {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hash.length < 2) {
    throw new Error(`Not an address with a model, such as http://host/v1#model: ${text}`)
  }
  const modelId = decodeURIComponent(url.hash.slice(1))
  url.hash = ''
  return { baseUrl: url.href.replace(/\/$/, ''), modelId, key: key ?? null }
}

/**
 * Measures what is found of the manual by words, vectors and both, with the embedder at an address,
 * or with one that knows only spellings.
 */
export async function reportQuality(report: Report, address?: EmbedderAddress): Promise<void> {
  if (address) await measure(report, address.modelId, embedBy(address))
  else await measure(report, 'spelling', embedBySpelling)
}

const embedBySpelling: QualityEmbed = (texts) =>
  Promise.resolve(texts.map((text) => embedSpelling(text, spellingDimensions)))

async function measure(report: Report, name: string, embed: QualityEmbed): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-quality-'))
  try {
    const figures = await measureQuality(folder, embed)
    for (const [way, { mrr, recall }] of Object.entries(figures)) {
      // Both together are never to be worse than words alone.
      const least = way === 'fused' ? figures.words : undefined
      report({
        name: `quality, ${name}, ${way}, MRR@10`,
        unit: '',
        samples: [mrr],
        ...(least && { aim: { least: rounded(least.mrr) } }),
      })
      report({
        name: `quality, ${name}, ${way}, recall@20`,
        unit: '',
        samples: [recall],
        ...(least && { aim: { least: rounded(least.recall) } }),
      })
    }
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 })
  }
}

/** Three digits are enough in a table. */
const rounded = (value: number): number => Math.floor(value * 1000) / 1000

/** Embeds as the app does. */
function embedBy({ baseUrl, modelId, key }: EmbedderAddress): QualityEmbed {
  const provider = createOpenAiCompatible({
    ...{ id: 'bench', name: 'Bench', baseUrl, key, redact: (text) => text },
    fetch: createTransport(),
    maxRetries: 2,
  })
  const { embed } = createEmbedder({
    lookup: () => Promise.resolve(provider),
    describe: (model) => Promise.resolve({ ...model, name: model.modelId, local: false }),
  })
  const model = { providerId: 'bench', modelId }
  return async (texts, purpose) => {
    const { signal } = new AbortController()
    return (await embed(model, texts, { purpose, signal })).vectors
  }
}
