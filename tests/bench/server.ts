import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'

/**
 * Runs the fake service in its own process, so that it does not share an event loop with the
 * measured code.
 */
const server = await startFakeOpenAi()
server.behave(({ model, messages }) => {
  if (messages.at(-1)?.content.includes('title')) return { kind: 'answer', text: 'A title' }
  return model === 'parley-large'
    ? { kind: 'answer', text: 'word '.repeat(8000), tokensPerSecond: 1000 }
    : { kind: 'answer', text: 'A short answer.', firstTokenMilliseconds: 20 }
})
process.stdout.write(`${server.origin}\n`)
process.once('disconnect', () => process.exit())
