import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'

/** A service's answer to requests with a key: a status, or an answer. */
export interface KeyAnswer {
  status: number
  headers?: Record<string, string>
  message?: string
}

/** Starts a chat service that treats each key as given, and records which were used. */
export async function startKeyServer(answers: Record<string, KeyAnswer>) {
  const used: string[] = []
  const server = await startFakeServer((seen, response) => {
    const key = seen.headers.authorization?.replace('Bearer ', '') ?? ''
    used.push(key)
    const { status, headers = {}, message = 'No.' } = answers[key] ?? { status: 401 }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (status !== 200) {
      sendJson(response, status, { error: { message, type: 'fake', code: null } })
    } else if (seen.path.endsWith('/models')) {
      sendJson(response, 200, { data: [{ id: 'parley-large' }] })
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const choice = { index: 0, delta: { content: `From ${key}` }, finish_reason: 'stop' }
      response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`)
    }
  })
  return { ...server, used, answers }
}
