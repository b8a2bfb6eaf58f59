import { acceptSocket } from './acceptSocket.ts'
import { sendJson, startFakeServer } from './fakeServer.ts'
import type { FakeServer } from './fakeServer.ts'

/**
 * Fate of the next prompt: `lost` ones are taken, and the connection breaks; `held` ones are taken
 * and never answered; `dropped` ones are not taken.
 */
export type ComfyFault = 'none' | 'lost' | 'held' | 'dropped'

interface Prompt {
  number: number
  id: string
  graph: Record<string, { class_type: string; inputs: Record<string, unknown> }>
  clientId: string
}

export interface FakeComfy extends FakeServer {
  /** The workflows that were taken, in their order. */
  taken: Prompt[]
  uploads: { path: string; text: string }[]
  /** The faults of the next prompts; none afterwards. */
  faults: ComfyFault[]
  /** Refuses the next prompts with this body of status 400. */
  refuse: (body: unknown) => void
  /** Ends the running prompt, so that the next one begins. */
  finish: (as?: 'success' | 'error' | 'errorAfterPicture') => void
  interrupts: unknown[]
  /** Shows an unfinished picture of the running prompt: a binary message, sent as it is. */
  show: (frame: Uint8Array) => void
  /**
   * Answers the next prompts from the cache, as for one that was painted before: without files, and
   * with `NaN` in the history, as Python writes it.
   */
  cache: () => void
  /** Takes the files of results away. */
  moveFiles: () => void
  /** Forgets the prompts that have ended. */
  clearHistory: () => void
  /** Forgets everything, as a restart does. */
  restart: () => void
}

export interface FakeComfyOptions {
  port?: number
  /** False if the test ends each prompt. */
  finishes?: boolean
  /** False for a server of before 2025, which chooses the ids itself. */
  takesIds?: boolean
}

const objectInfo: Record<string, unknown> = {
  KSampler: {
    input: {
      required: {
        seed: ['INT', { default: 0, min: 0, max: 2 ** 64 }],
        steps: ['INT', { default: 20, min: 1, max: 10_000 }],
        cfg: ['FLOAT', { default: 8, min: 0, max: 100, step: 0.1 }],
        sampler_name: [['euler', 'dpmpp_2m']],
      },
    },
  },
  EmptyLatentImage: {
    input: { required: { width: ['INT', { min: 16, max: 4096, step: 8 }] } },
  },
  CheckpointLoaderSimple: {
    input: { required: { ckpt_name: ['COMBO', { options: ['a.safetensors', 'b.safetensors'] }] } },
  },
}

/** Starts ComfyUI's interface, which paints one picture for everything. */
export async function startFakeComfy(
  picture: Uint8Array,
  { port = 0, finishes = true, takesIds = true }: FakeComfyOptions = {},
): Promise<FakeComfy> {
  const taken: Prompt[] = []
  const uploads: FakeComfy['uploads'] = []
  const faults: ComfyFault[] = []
  const interrupts: unknown[] = []
  let queue: Prompt[] = []
  const past = new Map<string, unknown>()
  const listeners = new Map<string, (message: Uint8Array) => void>()
  let shown: { clientId: string; frame: Uint8Array } | undefined
  let refusal: unknown
  let hasFiles = true
  let isCaching = false

  const listed = ({ number, id, graph, clientId }: Prompt) => [
    ...[number, id, { ...graph, clock: { class_type: 'Clock', inputs: {}, is_changed: null } }],
    ...[{ client_id: clientId }, ['9']],
  ]
  function end(messages: unknown[], isGood: boolean, hasOutputs = isGood): void {
    const prompt = queue.shift()
    if (!prompt) return
    const { id } = prompt
    const images = [
      { filename: `${id}.png`, subfolder: 'a b', type: 'output' },
      { filename: `${id}-preview.png`, subfolder: '', type: 'temp' },
    ]
    const cached = ['execution_cached', { nodes: Object.keys(prompt.graph), prompt_id: id }]
    past.set(id, {
      prompt: listed(prompt),
      outputs: hasOutputs && !isCaching ? { 9: { images } } : {},
      status: {
        ...{ status_str: isGood ? 'success' : 'error', completed: isGood },
        messages: isCaching ? [cached, ...messages] : messages,
      },
    })
  }
  function finish(as: 'success' | 'error' | 'errorAfterPicture' = 'success'): void {
    if (as === 'success') return end([['execution_success', {}]], true)
    end(
      [
        ['execution_start', {}],
        [
          'execution_error',
          { node_id: '3', node_type: 'KSampler', exception_message: 'The sampler broke' },
        ],
      ],
      false,
      as === 'errorAfterPicture',
    )
  }

  const server = await startFakeServer(
    (request, response) => {
      const { method, path, query, body } = request
      const json = (value: unknown): void => sendJson(response, 200, value)
      if (method === 'GET') {
        if (path === '/system_stats') return json({ system: { comfyui_version: '0.3.60' } })
        if (path === '/queue') {
          if (finishes) finish()
          return json({
            queue_running: queue.slice(0, 1).map(listed),
            queue_pending: queue.slice(1).map(listed),
          })
        }
        const history = (entries: object): void =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(entries).replaceAll('"is_changed":null', '"is_changed":NaN'))
        if (path === '/history') return history(Object.fromEntries(past))
        const [, place, name = ''] = path.split('/')
        if (place === 'history') return history(past.has(name) ? { [name]: past.get(name) } : {})
        if (place === 'object_info') {
          return json(Object.hasOwn(objectInfo, name) ? { [name]: objectInfo[name] } : {})
        }
        if (path === '/view' && hasFiles && query.get('subfolder') === 'a b') {
          response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
          return
        }
        return sendJson(response, 404, {})
      }
      if (path.startsWith('/upload/')) {
        const text = request.bytes.toString('latin1')
        uploads.push({ path, text })
        const [, name] = /filename="([^"]+)"/.exec(text) ?? []
        return json({ name, subfolder: '', type: 'input' })
      }
      const asked = body as Record<string, unknown>
      if (path === '/interrupt') {
        interrupts.push(asked)
        if (asked['prompt_id'] === queue[0]?.id) end([['execution_interrupted', {}]], false)
        return json({})
      }
      if (path === '/queue') {
        const gone = asked['delete'] as string[]
        // The running one can't be deleted.
        queue = queue.filter(({ id }, place) => place === 0 || !gone.includes(id))
        return json({})
      }
      if (path !== '/prompt') return sendJson(response, 404, {})
      if (refusal !== undefined) return sendJson(response, 400, refusal)
      const fault = faults.shift() ?? 'none'
      const prompt: Prompt = {
        number: taken.length,
        id: takesIds ? String(asked['prompt_id']) : crypto.randomUUID(),
        graph: asked['prompt'] as Prompt['graph'],
        clientId: String(asked['client_id']),
      }
      if (fault !== 'dropped') {
        taken.push(prompt)
        queue.push(prompt)
      }
      if (fault === 'held') return
      if (fault !== 'none') return void response.destroy()
      json({ prompt_id: prompt.id, number: prompt.number, node_errors: {} })
    },
    port,
    (request, socket) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://fake')
      const clientId = searchParams.get('clientId') ?? ''
      const say = acceptSocket(request, socket)
      listeners.set(clientId, say)
      if (shown?.clientId === clientId) say(shown.frame)
    },
  )

  return {
    ...server,
    ...{ taken, uploads, faults, interrupts, finish },
    show(frame) {
      const { clientId = '' } = queue[0] ?? {}
      shown = { clientId, frame }
      listeners.get(clientId)?.(frame)
    },
    refuse(body) {
      refusal = body
    },
    cache() {
      isCaching = true
    },
    moveFiles() {
      hasFiles = false
    },
    clearHistory: () => past.clear(),
    restart() {
      queue = []
      past.clear()
    },
  }
}
