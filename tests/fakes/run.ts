/**
 * Starts a fake by hand, to try the app against it:
 *   node tests/fakes/run.ts openai [port]     asks for the key sk-fake-parley
 *   node tests/fakes/run.ts anthropic [port]  asks for the same key
 *   node tests/fakes/run.ts bedrock [port]    asks for AKIAFAKEPARLEY:fake/Secret+Key0123456789
 *   node tests/fakes/run.ts ollama [port]     at Ollama's own port without one
 * In a chat, `/error 429`, `/html`, `/hang`, `/cut`, `/reset`, `/think`, `/slow` and `/long` show
 * what else a service can do.
 */
import { lastText, startFakeAnthropic } from './fakeAnthropic.ts'
import type { AnthropicBehaviour } from './fakeAnthropic.ts'
import { lastSaid, startFakeBedrock } from './fakeBedrock.ts'
import type { Behaviour as BedrockBehaviour } from './fakeBedrock.ts'
import { startFakeOllama } from './fakeOllama.ts'
import { startFakeOpenAi } from './fakeOpenAi.ts'
import type { ChatRequest } from './fakeOpenAi.ts'
import type { Behaviour } from './behaviour.ts'

const paragraph =
  'A fake model writes **Markdown**, with `code`, lists, and formulas such as $a^2 + b^2 = c^2$.\n\n' +
  '1. It is quick.\n2. It is always right.\n\n```ts\nconst answer: number = 42\n```\n\n'

function behaviourOf(said: string): Behaviour & AnthropicBehaviour {
  const [command = '', argument = ''] = said.trim().split(/\s+/)
  const answer: Behaviour & AnthropicBehaviour = {
    kind: 'answer',
    text: paragraph,
    tokensPerSecond: 60,
  }
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

function bedrockBehaviourOf(said: string): BedrockBehaviour {
  const [command = '', argument = ''] = said.trim().split(/\s+/)
  const answer: BedrockBehaviour = { kind: 'answer', text: paragraph, millisecondsPerEvent: 20 }
  switch (command) {
    case '/error': {
      const status = Number(argument) || 500
      const message = `This is what a service says with status ${String(status)}.`
      return { kind: 'exception', status, type: 'FakeException', message }
    }
    case '/html':
      return { kind: 'page', status: 404, body: '<!doctype html><title>Not here</title>' }
    case '/hang':
      return { kind: 'hang' }
    case '/cut':
      return { ...answer, ending: 'cut' }
    case '/reset':
      return { ...answer, ending: 'reset' }
    case '/slow':
      return { ...answer, millisecondsPerEvent: 500 }
    case '/long':
      return { ...answer, text: paragraph.repeat(Number(argument) || 200), millisecondsPerEvent: 2 }
    default:
      return answer
  }
}

const key = 'sk-fake-parley'

async function start(kind: string, port: number | undefined): Promise<string> {
  if (kind === 'anthropic') {
    const fake = await startFakeAnthropic({ key, port: port ?? 0 })
    fake.behave((request) => behaviourOf(lastText(request)))
    return fake.origin
  }
  if (kind === 'bedrock') {
    const fake = await startFakeBedrock({ port: port ?? 0 })
    fake.behave((request) => bedrockBehaviourOf(lastSaid(request)))
    return `${fake.origin}, for the region eu-central-1`
  }
  const fake =
    kind === 'ollama'
      ? await startFakeOllama(port ?? 11434)
      : await startFakeOpenAi({ key, port: port ?? 0 })
  fake.behave(({ messages }: ChatRequest) => behaviourOf(messages.at(-1)?.content ?? ''))
  return fake.baseUrl
}

const [kind = 'openai', port] = process.argv.slice(2)
const address = await start(kind, port === undefined ? undefined : Number(port))
console.log(`The fake ${kind} listens at ${address}`)
