import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { ServerProcess } from '../processes/serverProcess.ts'

/**
 * Returns a transport over a process, whose lines are messages. `onOther` gets
 * other lines, such as a greeting. Closing the transport ends the process.
 */
export function createStdioTransport(
  launch: (take: (line: string) => void) => Promise<ServerProcess>,
  parse: (value: unknown) => JSONRPCMessage,
  onOther: (line: string) => void,
): Transport {
  let server: ServerProcess | undefined
  let closed = false
  const transport: Transport = {
    async start() {
      server = await launch((line) => {
        const message = parseLine(line, parse)
        if (!message) onOther(line)
        else if (!closed) transport.onmessage?.(message)
      })
      void server.ended.then(end)
    },
    async send(message) {
      if (!server || closed) throw new Error('The server has ended')
      await server.send(JSON.stringify(message))
    },
    async close() {
      await server?.stop()
      end()
    },
  }
  const end = (): void => {
    if (closed) return
    closed = true
    transport.onclose?.()
  }
  return transport
}

function parseLine(
  line: string,
  parse: (value: unknown) => JSONRPCMessage,
): JSONRPCMessage | undefined {
  try {
    return parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
