import { perform } from './fakeOpenAi.ts'
import type { Behaviour, ChatRequest } from './fakeOpenAi.ts'
import { sendJson, startFakeServer } from './fakeServer.ts'
import type { FakeServer } from './fakeServer.ts'

export interface FakeOllama extends FakeServer {
  baseUrl: string
  behave: (behaviour: (request: ChatRequest) => Behaviour) => void
}

const models = [
  { name: 'llama3.1:8b', details: { family: 'llama', families: ['llama'] } },
  { name: 'qwen3:4b', details: { family: 'qwen3', families: ['qwen3'] } },
  { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert', families: ['nomic-bert'] } },
  { name: 'all-minilm:latest', details: { family: 'bert', families: ['bert'] } },
]

/** Ollama as far as it can be told from outside: its version, its models, its chat. */
export async function startFakeOllama(port = 0): Promise<FakeOllama> {
  let behave = ({ messages }: ChatRequest): Behaviour => ({
    kind: 'answer',
    text: `You said: ${messages.at(-1)?.content ?? ''}`,
  })
  const server = await startFakeServer(async (seen, response) => {
    switch (`${seen.method} ${seen.path}`) {
      case 'GET /':
        response.end('Ollama is running')
        return
      case 'GET /api/version':
        sendJson(response, 200, { version: '0.17.4' })
        return
      case 'GET /api/tags':
        sendJson(response, 200, {
          models: models.map((model) => ({ ...model, model: model.name })),
        })
        return
      case 'GET /v1/models':
        sendJson(response, 200, {
          object: 'list',
          data: models.map(({ name }) => ({ id: name, object: 'model', owned_by: 'library' })),
        })
        return
      case 'POST /v1/chat/completions': {
        const request = seen.body as ChatRequest
        if (!models.some(({ name }) => name === request.model)) {
          const message = `model "${request.model}" not found, try pulling it first`
          sendJson(response, 404, { error: { message, type: 'api_error', code: null } })
          return
        }
        await perform(behave(request), request, response)
        return
      }
      default:
        response.writeHead(404, { 'content-type': 'text/plain' })
        response.end('404 page not found')
    }
  }, port)
  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    behave: (behaviour) => {
      behave = behaviour
    },
  }
}
