import type { Page } from 'playwright'
import type { Behaviour } from '../fakes/behaviour.ts'
import { frame, startFakeAnthropic } from '../fakes/fakeAnthropic.ts'
import { providerAt } from './launch.ts'
import { expect, listModel, model, settingsFor, test } from './parley.ts'

const many = 100_000

/** Yields a stream in pieces, several thousand events each. */
function* inPieces(count: number, of: (index: number) => string, end: string) {
  const encoder = new TextEncoder()
  for (let start = 0; start < count; start += 2000) {
    let piece = ''
    for (let index = start; index < Math.min(count, start + 2000); index += 1) piece += of(index)
    yield encoder.encode(piece)
  }
  yield encoder.encode(end)
}

const chatEvent = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const chatEnd = `${chatEvent({ content: ' The end.' }, 'stop')}data: [DONE]\n\n`

/** Returns a Chat Completions answer that hardly ever ends. */
function chatAnswer(of: (index: number) => object, count = many): Behaviour {
  return { kind: 'bytes', pieces: inPieces(count, (index) => chatEvent(of(index)), chatEnd) }
}

const responsesEvent = (event: { type: string }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
const responsesEnd = responsesEvent({
  type: 'response.completed',
  response: { id: 'r', status: 'completed', output: [] },
} as { type: string })

function responsesAnswer(of: (index: number) => { type: string }): Behaviour {
  return {
    kind: 'bytes',
    pieces: inPieces(many, (index) => responsesEvent(of(index)), responsesEnd),
  }
}

/** Starts to record long tasks of the page. Returns a function that gives the longest. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle(() => {
    const longest = { milliseconds: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        longest.milliseconds = Math.max(longest.milliseconds, duration)
      }
    }).observe({ type: 'longtask' })
    return longest
  })
  return () => handle.evaluate((longest) => longest.milliseconds)
}

function tell(name: string, milliseconds: number): void {
  process.stdout.write(`${name}: longest task ${String(milliseconds)} ms\n`)
}

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Burden {
  name: string
  behaviour: Behaviour
  api?: 'chat' | 'responses'
  /** The warning that the answer shows; none if it is taken whole. */
  warning?: RegExp
}

const burdens: Burden[] = [
  {
    name: 'changes between thoughts and text',
    behaviour: chatAnswer((index) =>
      index % 2 === 0 ? { reasoning_content: 'Hm. ' } : { content: `Word ${String(index)}. ` },
    ),
    warning: /more parts than/,
  },
  {
    name: 'tool calls',
    behaviour: chatAnswer((index) => ({
      tool_calls: [
        { index, id: `c${String(index)}`, function: { name: 'clock', arguments: '{}' } },
      ],
    })),
    warning: /too many tools/,
  },
  {
    name: 'tool calls in one piece',
    behaviour: chatAnswer(
      () => ({
        tool_calls: Array.from({ length: many }, (_, index) => ({
          index,
          id: `c${String(index)}`,
          function: { name: 'clock', arguments: '{}' },
        })),
      }),
      1,
    ),
    warning: /too many tools/,
  },
  {
    name: 'pieces of two calls by turns',
    behaviour: chatAnswer((index) => ({
      tool_calls: [
        {
          index: index % 2,
          ...(index < 2 && { id: `c${String(index)}` }),
          function: { ...(index < 2 && { name: 'clock' }), arguments: index < 2 ? '{"a":"' : 'x' },
        },
      ],
    })),
  },
  {
    name: 'letters in the arguments of one call',
    behaviour: chatAnswer((index) => ({
      tool_calls: [
        {
          index: 0,
          ...(index === 0 && { id: 'c' }),
          function: { ...(index === 0 && { name: 'clock' }), arguments: 'x'.repeat(100) },
        },
      ],
    })),
  },
  {
    name: 'sources',
    behaviour: chatAnswer((index) => ({
      content: 'a ',
      annotations: [
        {
          type: 'url_citation',
          url_citation: {
            url: `https://s${String(index)}.example/`,
            title: `Source ${String(index)}`,
          },
        },
      ],
    })),
    warning: /more sources than/,
  },
  {
    name: 'pictures',
    behaviour: chatAnswer(() => ({ images: [{ image_url: { url: picture } }] })),
    warning: /more images than/,
  },
  { name: 'empty pieces', behaviour: chatAnswer(() => ({ content: '' }), 10 * many) },
  {
    name: 'items of the Responses API',
    api: 'responses',
    behaviour: responsesAnswer(
      (index) =>
        ({
          type: 'response.output_item.done',
          output_index: index,
          item: { type: 'shell_call', id: `i${String(index)}`, call_id: `c${String(index)}` },
        }) as { type: string },
    ),
    warning: /too many tools/,
  },
]

for (const { name, behaviour, api = 'chat', warning } of burdens) {
  test(`an answer of countless ${name} leaves the window usable`, async ({ open, server }) => {
    listModel(server, model.modelId)
    server.behave(behaviour)
    const providers = [{ ...providerAt(server.origin), api }]
    const { page, send, last, composer } = await open(settingsFor(server, { providers }))
    await expect(composer).toBeVisible()
    const longest = await watchTasks(page)
    await send('Go on')
    await expect(composer).toHaveValue('')
    await composer.pressSequentially('still here')
    await expect(composer).toHaveValue('still here')
    const answer = last('Assistant')
    await expect(answer).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
    if (warning) await expect(answer).toContainText(warning)
    else await expect(answer).not.toContainText(/than Parley can show|left out|ends here/)
    await composer.press('Backspace')
    await expect(composer).toHaveValue('still her')
    tell(name, await longest())
  })
}

test('all parts of an answer of many are shown in the end', async ({ start, server }) => {
  listModel(server, model.modelId)
  const thoughts = 140
  server.behave(
    chatAnswer(
      (index) =>
        index % 2 === 0
          ? { reasoning_content: 'Hm. ' }
          : { content: `Word ${String((index - 1) / 2)}.` },
      2 * thoughts,
    ),
  )
  const settings = settingsFor(server)
  const { page, send, last } = await start({ settings })
  await send('Go on')
  const answer = last('Assistant')
  await expect(answer).toContainText('The end.')
  await expect(answer.locator('[data-part=reasoning]')).toHaveCount(thoughts)
  await page.reload()
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Go on').click()
  await expect(answer).toContainText(`Word ${String(thoughts - 1)}.`)
  await expect(answer.locator('[data-part=reasoning]')).toHaveCount(thoughts)
})

test('an answer of countless blocks of Anthropic’s leaves the window usable', async ({ start }) => {
  const server = await startFakeAnthropic()
  const block = (index: number) =>
    frame({
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: `c${String(index)}`, name: 'clock', input: {} },
    })
  const begin = frame({ type: 'message_start', message: { id: 'm', content: [], usage: {} } })
  const pieces = inPieces(many, (index) => (index === 0 ? begin : '') + block(index), '')
  server.behave({ kind: 'bytes', pieces })
  try {
    const provider = { ...providerAt(server.origin), kind: 'anthropic', baseUrl: server.origin }
    const defaultModel = { providerId: 'fake', modelId: 'claude-large' }
    const { page, send, last, composer } = await start({
      settings: { providers: [provider], defaultModel },
    })
    await expect(composer).toBeVisible()
    const longest = await watchTasks(page)
    await send('Go on')
    await expect(last('Assistant')).toContainText(/too many tools/, { timeout: 60_000 })
    tell('blocks', await longest())
  } finally {
    await server.close()
  }
})

test('a list of countless models leaves the window usable', async ({ start, server }) => {
  const data = Array.from({ length: many }, (_, index) => ({ id: `model-${String(index)}` }))
  server.behaveAt('/v1/models', { kind: 'status', status: 200, body: { object: 'list', data } })
  const settings = settingsFor(server)
  const { page, composer } = await start({ settings })
  await expect(composer).toBeVisible()
  const longest = await watchTasks(page)
  await page.getByRole('button', { name: /^Model/ }).click()
  await expect(page.getByText(/has more models than/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Search models' }).fill('model-77')
  await expect(page.getByRole('option').first()).toContainText('model-77')
  await page.keyboard.press('Escape')
  await expect(composer).toBeVisible()
  tell('models', await longest())
})
