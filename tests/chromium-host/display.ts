import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface Display {
  /** Value of DISPLAY. */
  name: string
  close(): Promise<void>
}

/** Starts an X server of the test's own, on a number that the server chooses. */
export async function startDisplay(): Promise<Display> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer]
  return {
    name: `:${number.toString().trim()}`,
    close: async () => {
      server.kill()
      await once(server, 'exit')
    },
  }
}
