import type { ClientRequest, IncomingMessage } from 'node:http'

/** The error code for a server that gives no final HTTP response. */
export const noAnswerCode = 'ERR_NO_HTTP_ANSWER'
/** Proxies send interim responses while they wait. More than this is an endless series. */
const maxInterimAnswers = 1000
const switchingProtocols = 101

/**
 * Resolves with the final response to a request. Rejects if the server switches to another protocol
 * or sends only interim responses (1xx), because the request would otherwise wait forever.
 */
export function finalAnswer(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  let interimAnswers = 0
  request.once('response', (answer) => {
    const status = answer.statusCode ?? 0
    if (status >= 200 && status <= 599) return resolve(answer)
    answer.destroy()
    reject(noAnswer(`The server answered with status ${String(status)}`))
  })
  request.on('error', reject)
  request.on('information', ({ statusCode }) => {
    interimAnswers += 1
    if (statusCode !== switchingProtocols && interimAnswers <= maxInterimAnswers) return
    request.destroy(noAnswer('The server answers without an answer'))
  })
  request.once('upgrade', (_answer, socket) => {
    socket.destroy()
    reject(noAnswer('The server wants another protocol'))
  })
  return promise
}

function noAnswer(message: string): Error {
  return Object.assign(new Error(message), { code: noAnswerCode })
}
