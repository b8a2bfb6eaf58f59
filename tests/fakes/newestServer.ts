/** A server of the revision 2026-07-28 that speaks no older one: over stdio, or over HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  acceptedContent,
  completable,
  createMcpHandler,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

function newestServer(): McpServer {
  const server = new McpServer(
    { name: 'newest', version: '2.0.0' },
    { instructions: 'Ask before you deploy.', capabilities: { resources: { subscribe: true } } },
  )
  const inputSchema = z.object({ text: z.string() })
  server.registerTool('echo', { description: 'Says it again', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  const confirmation = z.object({ confirm: z.boolean() })
  server.registerTool('deploy', { description: 'Deploys', inputSchema }, ({ text }, { mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'confirm', confirmation)
    if (answer) return { content: [{ type: 'text', text: `${text}: ${String(answer.confirm)}` }] }
    if (mcpReq.inputResponses) return { content: [{ type: 'text', text: 'not answered' }] }
    const confirm = inputRequired.elicit({
      message: `Deploy ${text}?`,
      requestedSchema: confirmation,
    })
    return inputRequired({ inputRequests: { confirm } })
  })
  server.registerTool(
    'sign-in',
    { description: 'Signs in', inputSchema },
    ({ text }, { mcpReq }) => {
      if (mcpReq.inputResponses) return { content: [{ type: 'text', text: 'signed in' }] }
      const page = inputRequired.elicitUrl({ message: 'Sign in', url: text })
      return inputRequired({ inputRequests: { page } })
    },
  )
  server.registerPrompt(
    'greet',
    {
      title: 'Greeting',
      description: 'Greets',
      argsSchema: z.object({ name: completable(z.string(), namesLike) }),
    },
    ({ name }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }],
    }),
  )
  server.registerPrompt('report', { title: 'Weekly report' }, () => ({
    messages: [
      { role: 'user', content: { type: 'text', text: 'Sum this up.' } },
      { role: 'user', content: { type: 'image', mimeType: 'image/png', data: dot } },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: 'note://week.md', text: '# Week 47' } },
      },
    ],
  }))
  server.registerResource('note', 'note://one', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, text: `read ${String(++reads)}` }],
  }))
  const variables = new ResourceTemplate('note://by/{author}', {
    list: undefined,
    complete: { author: namesLike },
  })
  server.registerResource('notes', variables, { title: 'Notes by author' }, (uri) => ({
    contents: [{ uri: uri.href, text: `A note at ${uri.href}` }],
  }))
  return server
}

let reads = 0

const namesLike = (start: string): string[] =>
  ['Ada', 'Alan', 'Grace'].filter((name) => name.startsWith(start))

/** A picture of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export interface NewestServer {
  url: string
  /** Tells those who listen that a resource has changed. */
  change: (uri: string) => void
  requests: { method: string; headers: Record<string, unknown>; body: string }[]
  close: () => Promise<void>
}

/** Serves it over HTTP. A request that the guard does not admit has been answered by it. */
export async function startNewestServer(
  guard: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean> = () =>
    true,
): Promise<NewestServer> {
  const handler = createMcpHandler(newestServer, { legacy: 'reject' })
  const requests: NewestServer['requests'] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const seen = { method: request.method ?? '', headers: request.headers, body: '' }
    requests.push(seen)
    if (!(await guard(request, response))) return
    seen.body = await readText(request)
    const { port } = http.address() as AddressInfo
    const hasBody = request.method === 'POST'
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1:${String(port)}${request.url ?? '/'}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(hasBody && { body: seen.body }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (!answer.body) {
      response.end()
      return
    }
    const answered = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
    response.on('close', () => answered.destroy())
    answered.on('error', () => response.destroy()).pipe(response)
  }
  const http = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    change: (uri) => handler.notify.resourceUpdated(uri),
    requests,
    async close() {
      await handler.close()
      http.closeAllConnections()
      http.close()
    },
  }
}

/** The file of this server, which is a program over stdio. */
export const newestServerFile = fileURLToPath(import.meta.url)

if (process.argv[1] === newestServerFile) serveStdio(newestServer, { legacy: 'reject' })
