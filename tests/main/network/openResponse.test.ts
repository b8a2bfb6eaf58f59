import { expect, test } from 'vitest'
import { openResponse } from '../../../src/main/network/openResponse.ts'
import { startFaultyServer } from '../../fakes/faultyServer.ts'

test.each([
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  ['a protocol without a name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['interim answers without an end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5000)],
])('a server that gives %s ends in an error', async (_what, said) => {
  const server = await startFaultyServer(({ response }) => response.socket?.write(said))
  const asked = openResponse(new URL(server.origin), {
    signal: new AbortController().signal,
    allows: { allowsHost: () => true, allowsAddress: () => true },
  })
  await expect(asked).rejects.toMatchObject({ code: 'ERR_NO_HTTP_ANSWER' })
  await server.ended()
  await server.close()
})
