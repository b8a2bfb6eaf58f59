import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const raiseLoopback = 'ip link set lo up'

/**
 * Returns the program that runs without any network beyond this machine, if the system allows that.
 */
function programOffline(): [string, string[]] {
  const program = [process.execPath, fileOf('offlineSession.ts')] as const
  const isolated = spawnSync('unshare', ['-n', 'sh', '-c', raiseLoopback]).status === 0
  if (isolated)
    return ['unshare', ['-n', 'sh', '-c', `${raiseLoopback} && exec "$0" "$1"`, ...program]]
  return [program[0], ['--import', fileOf('loopbackOnly.ts'), program[1]]]
}

test('without a network, local servers and the guide work, and the others say why not', async () => {
  const { stdout } = await promisify(execFile)(...programOffline())
  expect(JSON.parse(stdout)).toEqual({
    found: ['ollama'],
    models: ['parley-guide', 'llama3.1:8b', 'qwen3:4b'],
    failures: [['openai', 'connectionFailed']],
    local: 'You said: Hi',
    hosted: 'connectionFailed',
    guide: true,
  })
})
