import { z } from 'zod'
import { guardedRequest } from '../network/guardedRequest.ts'
import { readRetries } from '../network/retries.ts'
import { runTask } from '../workers/runTask.ts'
import { consentFor, type OwnTool, type OwnToolDependencies } from './ownTool.ts'
import { pageTask } from './pageTask.ts'
import { parametersOf } from './parametersOf.ts'

const maxAddressLength = 2000
const maxPageBytes = 4 * 1024 * 1024
const requestMilliseconds = 30_000
const threadLimits = { milliseconds: 10_000, megabytes: 256, answerBytes: 8 * 1024 * 1024 }

const inputSchema = z.object({
  url: z.string().max(maxAddressLength).describe('An address that begins with https:// or http://'),
})

/** Returns the tool that fetches a page of the open internet as text. */
export const fetchPage: OwnTool = (policy, dependencies) => ({
  name: 'fetch_page',
  title: 'Fetch a web page',
  description: 'Fetches a page of the open internet and returns its main text. Runs no scripts.',
  parameters: parametersOf(inputSchema),
  effect: 'read',
  check: (input) => {
    const { data } = inputSchema.safeParse(input)
    return data && webAddress(data.url) ? null : 'url must be a web address.'
  },
  consent: (input) => {
    const { host } = new URL(inputSchema.parse(input).url)
    return { ...consentFor(policy), scope: `fetch_page ${host}`, destination: host }
  },
  async run(input, _context, signal) {
    const { url } = inputSchema.parse(input)
    const page = await readWeb(url, dependencies, signal)
    return { parts: [{ type: 'text', text: page.text }], source: page.host }
  },
})

/** Returns an address without a user's name, which could be taken for the host. */
function webAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

async function readWeb(
  address: string,
  { pages, workers }: OwnToolDependencies,
  signal: AbortSignal,
): Promise<{ text: string; host: string }> {
  const answer = await guardedRequest(address, {
    allows: pages,
    headers: { accept: 'text/html, text/plain;q=0.9, application/json;q=0.8' },
    limits: { bytes: maxPageBytes, milliseconds: requestMilliseconds, overflow: 'cut' },
    retries: readRetries,
    signal,
  })
  const { host } = new URL(answer.url)
  if (answer.status >= 400) throw new Error(`${host} answered with ${String(answer.status)}.`)
  const [type = '', ...rest] = (answer.headers.get('content-type') ?? 'text/plain').split(';')
  const charset = /charset=["']?([\w-]+)/i.exec(rest.join(';'))?.[1]
  const text = decode(answer.bytes, charset)
  if (/^(?:text\/(?!html)|application\/(?:.*\+)?json)/i.test(type)) return { text, host }
  if (!/html|xml/i.test(type)) throw new Error(`${host} sent ${type}, which is no text.`)
  const page = await runTask(
    workers.readPage,
    pageTask,
    { html: text },
    {
      limits: threadLimits,
      subject: host,
      signal,
    },
  )
  return { text: `# ${page.title}\n${answer.url}\n\n${page.text}`, host }
}

function decode(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
