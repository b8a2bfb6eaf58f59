import { openParts } from './openParts.ts'
import { large, small, testEmbedder } from './embedding/testEmbedder.ts'

// Runs in a process of its own, which a test kills. Indexes a folder, or changes the model.

interface Order {
  folder: string
  origin: string
  /** The folder to index; missing to go on with what is there. */
  root?: string
  /** Whether its pictures are to be read. */
  hasPictures?: boolean
  /** Whether its texts go to a service. */
  isHosted?: boolean
  /** The base whose model is to change. */
  changing?: string
}

const order = JSON.parse(process.argv[2] ?? '') as Order
const { history, jobs, knowledge } = openParts({
  folder: order.folder,
  log: () => undefined,
  given: { providers: testEmbedder(order.origin).providers },
})
history.open()
jobs.begin()
const handlers = knowledge.handlers()
const caller = { windowId: 1 }
if (!handlers) throw new Error('It is closed')
if (order.changing !== undefined) {
  process.stdout.write('{}\n')
  await handlers.setEmbedder({ baseId: order.changing, embedder: large }, caller)
} else if (order.root !== undefined) {
  const embedder = order.hasPictures || order.isHosted ? null : small
  const place = order.isHosted
    ? ({ store: 'openai', providerId: 'test' } as const)
    : ({ store: 'local', providerId: null } as const)
  const { id } = await handlers.create({ name: 'Papers', ...place, embedder }, caller)
  if (order.isHosted) {
    await handlers.approveHosted({ baseId: id, until: 0, approvesAll: true }, caller)
  }
  if (order.hasPictures) {
    await handlers.setPictureReader({ baseId: id, pictureReader: small }, caller)
  }
  process.stdout.write(`${JSON.stringify({ id })}\n`)
  await handlers.addPaths({ baseId: id, paths: [order.root] }, caller)
} else {
  process.stdout.write('{}\n')
  knowledge.begin()
}
setInterval(() => undefined, 1000)
