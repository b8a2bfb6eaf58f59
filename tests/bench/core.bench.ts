import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import type { Page } from 'playwright'
import { drawn, launch, providerAt, root, type Parley } from '../e2e/launch.ts'
import { measureWakeUps } from './measureWakeUps.ts'
import { median } from './row.ts'
import type { Report } from './row.ts'
import { reportScripts, scriptsBeforePaint } from './scriptsBeforePaint.ts'

/** One start differs from the next by a tenth, which is a third of what is measured. */
const coldStarts = 15
const answers = 40
const chatsBeside = 200
const streams = 3
const streamMilliseconds = 8000

/** Measures the app from its start to the first answers, against the minimal equivalent. */
export async function run(report: Report): Promise<void> {
  const empty: number[] = []
  const usable: number[] = []
  const whole: number[] = []
  let scripts = 0
  for (let count = 0; count < coldStarts; count += 1) {
    empty.push(await coldStart(join(root, 'tests/bench/emptyApp')))
    usable.push(
      await coldStart('.', async (page, start) => {
        await drawn(page)
        whole.push(performance.now() - start)
        scripts = await scriptsBeforePaint(page)
      }),
    )
  }
  const emptyStart = median(empty)
  const against = { name: 'empty window', value: emptyStart }
  const aim = { most: emptyStart * 1.3 }
  report({ name: 'cold start to a usable composer', unit: 'ms', samples: usable, against, aim })
  report({ name: 'cold start to the whole page', unit: 'ms', samples: whole, against })
  reportScripts(report, scripts)
  await withServer(async (origin) => {
    const app = await launch({ settings: { providers: [providerAt(origin)] } })
    try {
      await app.composer.waitFor()
      await measureFirstToken(app.page, origin, report)
      await measureWakeUps(app, report)
      await measureEventLoop(app, report)
    } finally {
      await app.close()
      rmSync(app.folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}

/** Returns the milliseconds until a click has reached the field for messages. */
async function coldStart(
  appFolder: string,
  look?: (page: Page, start: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  const app = await launch({ appFolder, settings: {} })
  // A locator alone looks for it only every 100 ms.
  await app.page.waitForFunction(() => document.querySelector('textarea'))
  await app.page.getByRole('textbox', { name: 'Message' }).click()
  const milliseconds = performance.now() - start
  await look?.(app.page, start)
  await app.close()
  rmSync(app.folder, { recursive: true, force: true, maxRetries: 5 })
  return milliseconds
}

/**
 * Measures the time from the page's call to the first text in the page, against the openai package
 * alone.
 */
async function measureFirstToken(page: Page, origin: string, report: Report): Promise<void> {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${origin}/v1` })
  const { floor, through, added } = await compareFirstTokens(page, client)
  report({
    name: 'added to the time to the first token',
    unit: 'ms',
    samples: added,
    aim: { most: 8 },
  })
  report({
    name: 'time to the first token',
    unit: 'ms',
    samples: through,
    against: { name: 'openai package', value: floor },
  })
  // Each answer adds a row to the list of chats. What that costs must not grow with the list.
  for (let count = 0; count < chatsBeside; count += 1) await firstTokenInPage(page)
  report({
    name: `added to it beside ${String(chatsBeside)} more chats`,
    unit: 'ms',
    samples: (await compareFirstTokens(page, client)).added,
    against: { name: 'few chats', value: median(added) },
  })
}

interface FirstTokens {
  /** The median of the package alone. */
  floor: number
  through: number[]
  /** Milliseconds that each one through Parley takes longer than `floor`. */
  added: number[]
}

/** Measures first tokens alone and through Parley in turns, in milliseconds. */
async function compareFirstTokens(page: Page, client: OpenAI): Promise<FirstTokens> {
  const alone: number[] = []
  const through: number[] = []
  for (let count = 0; count <= answers; count += 1) {
    const samples = [await firstTokenAlone(client), await firstTokenInPage(page)] as const
    // The first sample of each includes opening connections and loading code.
    if (count === 0) continue
    alone.push(samples[0])
    through.push(samples[1])
  }
  const floor = median(alone)
  return { floor, through, added: through.map((milliseconds) => milliseconds - floor) }
}

async function firstTokenAlone(client: OpenAI): Promise<number> {
  const start = performance.now()
  const stream = await client.chat.completions.create({
    model: 'parley-small',
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
  })
  let milliseconds = NaN
  for await (const chunk of stream) {
    const text = chunk.choices[0]?.delta.content
    if (text && Number.isNaN(milliseconds)) milliseconds = performance.now() - start
  }
  return milliseconds
}

function firstTokenInPage(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const input = {
          kind: 'send',
          conversationId: null,
          parentId: null,
          text: 'Hello',
          model: { providerId: 'fake', modelId: 'parley-small' },
        }
        const start = performance.now()
        let milliseconds = NaN
        window.bridge.stream('chat.reply', input, (message) => {
          if (message.type !== 'frames') return resolve(milliseconds)
          const frames = message.frames as { type: string }[]
          if (Number.isNaN(milliseconds) && frames.some(({ type }) => type === 'text')) {
            milliseconds = performance.now() - start
          }
        })
      }),
  )
}

/** Measures the delay of main's event loop while an answer of 1,000 tokens a second is shown. */
async function measureEventLoop({ app, page, send }: Parley, report: Report): Promise<void> {
  const measure = async (work: () => Promise<unknown>): Promise<number> => {
    const histogram = await app.evaluateHandle(() => {
      const delays = process.getBuiltinModule('perf_hooks').monitorEventLoopDelay({ resolution: 1 })
      delays.enable()
      return delays
    })
    await work()
    return histogram.evaluate((delays) => {
      delays.disable()
      return delays.percentile(99) / 1e6
    })
  }
  await page.getByRole('button', { name: 'Model' }).click()
  await page.getByRole('option', { name: /parley-large/ }).click()
  const idle: number[] = []
  const streaming: number[] = []
  for (let count = 0; count < streams; count += 1) {
    idle.push(await measure(() => page.waitForTimeout(2000)))
    streaming.push(
      await measure(async () => {
        await send('Talk')
        await page.getByRole('button', { name: 'Stop' }).waitFor()
        await page
          .getByRole('button', { name: 'Send' })
          .waitFor({ timeout: streamMilliseconds * 5 })
      }),
    )
  }
  report({
    name: "main's event-loop delay at 1,000 tokens/s, p99",
    unit: 'ms',
    samples: streaming,
    against: { name: 'idle', value: median(idle) },
    aim: { most: 20 },
  })
}

async function withServer(work: (origin: string) => Promise<void>): Promise<void> {
  const server = fork(join(import.meta.dirname, 'server.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      server.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim()))
      server.once('exit', () => reject(new Error('The fake service ended')))
    })
    await work(origin)
  } finally {
    server.kill()
  }
}
