import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Runs work beside a server of files in a process of its own, which keeps none of them. */
export async function withFileServer<T>(work: (origin: string) => Promise<T>): Promise<T> {
  const server = fork(join(import.meta.dirname, 'fileServer.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      server.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim()))
      server.once('exit', () => reject(new Error('The server of files has ended')))
    })
    return await work(origin)
  } finally {
    server.kill()
  }
}
