/** A server in one file without packages; its tool returns the value of an expression. */
export const smallServer = `
  const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params } = JSON.parse(line)
    const { protocolVersion } = params ?? {}
    if (method === 'initialize') answer(id, { protocolVersion, serverInfo: { name: 'small', version: '1' }, capabilities: { tools: {} } })
    if (method === 'tools/list') answer(id, { tools: [{ name: 'value', inputSchema: { type: 'object' } }] })
    if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: String(eval(params.arguments.of)) }] })
  })`
/** Returns a file that the page hands over; `server` is the one to take of several. */
export const fileSource = (name: string, content: string | Uint8Array, server?: string) => ({
  kind: 'file' as const,
  name,
  bytes: new Uint8Array(Buffer.from(content)),
  ...(server !== undefined && { server }),
})

/** Returns the text of a tool's result. */
export const textOf = (result: { parts: readonly { type: string }[] }): string =>
  result.parts.map((part) => ('text' in part ? String(part.text) : '')).join()
