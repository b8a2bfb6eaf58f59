/**
 * Starts a fake by hand, to try the app against it:
 *   node tests/fakes/run.ts openai [port]     asks for the key sk-fake-parley
 *   node tests/fakes/run.ts ollama [port]     at Ollama's own port without one
 * In a chat, `/error 429`, `/html`, `/hang`, `/cut`, `/reset`, `/think`, `/slow` and `/long` show
 * what else a service can do.
 */
import { startFakeOllama } from './fakeOllama.ts'
import { startFakeOpenAi } from './fakeOpenAi.ts'
import type { Behaviour, ChatRequest } from './fakeOpenAi.ts'

const paragraph =
  'A fake model writes **Markdown**, with `code`, lists, and formulas such as $a^2 + b^2 = c^2$.\n\n' +
  '1. It is quick.\n2. It is always right.\n\n```ts\nconst answer: number = 42\n```\n\n'

function behaviourOf({ messages }: ChatRequest): Behaviour {
  const [command = '', argument = ''] = (messages.at(-1)?.content ?? '').trim().split(/\s+/)
  const answer: Behaviour = { kind: 'answer', text: paragraph, tokensPerSecond: 60 }
  switch (command) {
    case '/error': {
      const status = Number(argument) || 500
      const message = `This is what a service says with status ${String(status)}.`
      return { kind: 'status', status, body: { error: { message, type: 'fake', code: null } } }
    }
    case '/html':
      return { kind: 'status', status: 404, body: '<!doctype html><title>Not here</title>' }
    case '/hang':
      return { kind: 'hang' }
    case '/cut':
      return { ...answer, ending: 'cut' }
    case '/reset':
      return { ...answer, ending: 'reset' }
    case '/think':
      return { ...answer, reasoning: 'The user wants to see me think. So I think, and think. ' }
    case '/slow':
      return { ...answer, tokensPerSecond: 4, firstTokenMilliseconds: 3000 }
    case '/long':
      return {
        kind: 'answer',
        text: paragraph.repeat(Number(argument) || 200),
        tokensPerSecond: 500,
      }
    default:
      return answer
  }
}

const [kind = 'openai', port] = process.argv.slice(2)
const fake =
  kind === 'ollama'
    ? await startFakeOllama(Number(port ?? 11434))
    : await startFakeOpenAi({ key: 'sk-fake-parley', port: Number(port ?? 0) })
fake.behave(behaviourOf)
console.log(`The fake ${kind} listens at ${fake.baseUrl}`)
