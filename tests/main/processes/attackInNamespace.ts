import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBubblewrap } from '../../../src/main/processes/sandboxLinux.ts'
import { namespace, namespaceEnv, whyNoNamespace } from '../../e2e/network/namespace.ts'
import type { PlayedAccess } from './sandboxPlay.ts'

interface Outcome {
  names: string[]
  packets: number
  refused: string[]
  code: number | null
  errors: string
}

/** True where a program can't be let attack in a network that is watched. */
export const cannotWatch = (await findBubblewrap()) === null || whyNoNamespace() !== undefined

/** Lets a program attack in a network of its own, and tells what left it. */
export async function attack(
  access: PlayedAccess,
  expressions: readonly string[],
): Promise<Outcome> {
  const entry = join(import.meta.dirname, 'sandboxPlay.ts')
  const play = [process.execPath, entry, JSON.stringify(access), JSON.stringify(expressions)]
  const run = promisify(execFile)
  const { stdout } = await run('unshare', [...namespace, ...play], { env: namespaceEnv })
  return JSON.parse(stdout) as Outcome
}
