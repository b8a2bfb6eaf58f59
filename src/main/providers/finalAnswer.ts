import type { ClientRequest, IncomingMessage } from 'node:http'

/** The code of the error when a server gives no answer that HTTP knows as one. */
export const noAnswerCode = 'ERR_NO_HTTP_ANSWER'
/** Proxies that have long to wait say so now and then; more of it is not meant to end. */
const interimAnswersMaximum = 1000
const switchingProtocols = 101

/**
 * Resolves with the answer to a request; rejects where none comes. A server that leaves HTTP for
 * another protocol, asked or not, or has nothing but interim answers (1xx) would else be waited for.
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
    if (statusCode !== switchingProtocols && interimAnswers <= interimAnswersMaximum) return
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
