import { connect } from 'node:net'

const connectMilliseconds = 500
const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Resolves to true if a server listens at the address. Sends no data, so frequent checks cost
 * nothing. Resolves to undefined if the answer is unclear, for example because the server is too
 * busy.
 */
export function isListening(baseUrl: string): Promise<boolean | undefined> {
  const url = URL.parse(baseUrl)
  if (!url) return Promise.resolve(false)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port)
  if (port === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (answer: boolean | undefined): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(connectMilliseconds, () => end(undefined))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
