import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cachedNode } from '../cachedNode.ts'

/** A server that hears no signal and no end of its input, and has a child in another session. */
const stubborn = `
  const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['-e', script, process.argv[1]], { detached: true, stdio: 'ignore' })
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1000)
  console.log('runs')
`

/**
 * Starts three servers in the folder, as main does, and kills main with SIGKILL: once all of them
 * run, or this many milliseconds after they begin. `onRunning` is called before that. The folder is
 * in the command line of all that they start.
 */
export async function killMain(
  folder: string,
  moment: 'runs' | number,
  onRunning: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const entry = join(import.meta.dirname, 'killedMain.ts')
  const main = spawn(process.execPath, [...cachedNode, entry, folder, stubborn], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  const text = moment === 'runs' ? 'runs' : 'begins'
  const times = moment === 'runs' ? 3 : 1
  while (told.split(text).length <= times) {
    const [chunk] = (await once(main.stdout, 'data')) as [Buffer]
    told += chunk.toString('utf8')
  }
  if (moment === 'runs') await onRunning()
  else await new Promise((resolve) => setTimeout(resolve, moment))
  main.kill('SIGKILL')
  await once(main, 'exit')
}
