import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { cachedNode } from './cachedNode.ts'

/**
 * Runs a script, which reports a line of JSON at a time, and kills it this long after its first
 * report, or once something has happened. Resolves to its reports, and to when it was killed.
 */
export async function killAfter<Report>(
  script: string,
  argument: string,
  moment: number | (() => Promise<void>),
): Promise<{ reports: Report[]; killedAt: number }> {
  const child = spawn(process.execPath, [...cachedNode, script, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => (output += chunk))
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  await (typeof moment === 'number' ? delay(moment) : moment())
  const killedAt = performance.timeOrigin + performance.now()
  child.kill('SIGKILL')
  await closed
  const lines = output.split('\n').slice(0, -1)
  return { reports: lines.map((line) => JSON.parse(line) as Report), killedAt }
}
