import { readFile } from 'node:fs/promises'
import { createOpenAiImages } from '../../../../src/main/media/openAiImages/openAiImages.ts'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'

/** Has the file in its second argument edited 16 times over, and prints the most buffers, in MB. */
const [, , baseUrl = '', path = '', size = ''] = process.argv
const identity = { id: 'p', name: 'The service' }
const provider = createOpenAiCompatible({
  ...{ ...identity, baseUrl, key: 'sk-test' },
  ...{ fetch: createTransport(), redact: (text: string) => text },
})
const images = createOpenAiImages({
  ...{ ...identity, presetId: 'openai', local: false },
  listModels: () => Promise.resolve([]),
  lookup: () => Promise.resolve(provider),
})
const { signal } = new AbortController()
const modelId = 'gpt-image-2'
const image = Array.from({ length: 16 }, (_, index) => ({
  ...{ id: String(index).padEnd(64, '0'), name: `${String(index)}.png`, mediaType: 'image/png' },
  ...{ sizeBytes: Number(size), outputId: null },
}))

const before = process.memoryUsage().arrayBuffers
let mostBytes = 0
setInterval(() => {
  mostBytes = Math.max(mostBytes, process.memoryUsage().arrayBuffers - before)
}, 5).unref()
await images.submit(
  {
    ...{ jobId: 'j', kind: 'image', modelId, values: { prompt: 'One of many', image } },
    fields: await images.form(modelId, signal),
    read: () => readFile(path),
    transparentMask: () => readFile(path),
    path: () => path,
  },
  {
    signal,
    pay: (send) => send(signal),
    report: () => undefined,
    log: () => undefined,
    preview: () => undefined,
  },
)
process.stdout.write(String(mostBytes / 1e6))
