import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { temporaryFolder, writeScript, writeTree } from './temporaryFolder.ts'

const functions = readFileSync(join(projectRoot, 'build/linux/functions.sh'), 'utf8')
const parts = ['parley', 'node', 'app/early.js', 'app/late.js']

/** Each file of a version says which it is. */
function unpack(lib: string, version: string): void {
  rmSync(join(lib, 'packaged'), { recursive: true, force: true })
  const content = `${version}\n`
  const files = Object.fromEntries(['version', ...parts].map((part) => [part, content]))
  writeTree(join(lib, 'packaged'), files)
}

/** Runs the package's script. */
function configure(lib: string, env: NodeJS.ProcessEnv = {}) {
  const script = functions.replace('lib=/usr/lib/parley', `lib='${lib}'`)
  expect(script).not.toBe(functions)
  return spawnSync('sh', ['-c', `set -e\n${script}\nuse_packaged`], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
}

/** The version whose files the command leads to. Each must be there, and of the same. */
function started(lib: string): string {
  const found = parts.map((part) => readFileSync(join(lib, 'current', part), 'utf8').trim())
  const [version = ''] = found
  expect(found).toEqual(parts.map(() => version))
  return version
}

/**
 * A folder with the tools that change files. The one with the given number does half of its work
 * and kills the script.
 */
function deadlyTools(folder: string, at: number): NodeJS.ProcessEnv {
  const count = join(folder, 'count')
  writeFileSync(count, '0')
  const half: Record<string, string> = {
    rm: 'find "$last" -type f -name late.js -delete 2>/dev/null',
    cp: 'mkdir "$last" && ln "$2/node" "$last/node"',
    mv: ':',
    ln: ':',
  }
  for (const [tool, work] of Object.entries(half)) {
    const body = `PATH=/usr/bin:/bin
number=$(($(cat '${count}') + 1))
echo $number >'${count}'
[ $number = ${at} ] || exec ${tool} "$@"
for last; do :; done
${work}
kill -9 $PPID`
    writeScript(folder, `tools/${tool}`, body)
  }
  return { PATH: `${join(folder, 'tools')}:${process.env['PATH']}` }
}

const earlier = '0.1.0-aaaaaaaa'
const later = '0.1.1-bbbbbbbb'

describe.skipIf(process.platform !== 'linux')('what the package runs after it is unpacked', () => {
  test('lets the command lead to the new version alone', () => {
    const lib = temporaryFolder()
    for (const version of [earlier, later, later, later, earlier]) {
      unpack(lib, version)
      expect(configure(lib)).toMatchObject({ status: 0, stderr: '' })
      expect(started(lib)).toBe(version)
      expect(readdirSync(lib)).toHaveLength(3)
    }
  })

  test.each([
    ['an upgrade', earlier, later],
    ['a downgrade', later, earlier],
    ['the same version again', later, later],
  ])('a kill at any step of: %s, leaves a whole version', (_, before, after) => {
    let kills = 0
    for (let isKilled = true; isKilled; kills += 1) {
      const folder = temporaryFolder()
      const lib = join(folder, 'lib')
      unpack(lib, before)
      configure(lib)
      unpack(lib, after)
      isKilled = configure(lib, deadlyTools(folder, kills + 1)).signal === 'SIGKILL'
      expect([before, after]).toContain(started(lib))
      // As `dpkg --configure -a` does.
      expect(configure(lib).status).toBe(0)
      expect(started(lib)).toBe(after)
      expect(readdirSync(lib)).toHaveLength(3)
    }
    expect(kills).toBeGreaterThan(5)
  })

  test('keeps the files of a version that runs, until it has ended', async () => {
    const lib = temporaryFolder()
    unpack(lib, earlier)
    copyFileSync('/bin/sleep', join(lib, 'packaged', 'node'))
    configure(lib)
    const folder = join(lib, earlier)
    const running = spawn(join(folder, 'node'), ['60'])
    onTestFinished(() => void running.kill())
    await once(running, 'spawn')
    for (let count = 0; count < 2; count += 1) {
      unpack(lib, later)
      configure(lib)
      expect(started(lib)).toBe(later)
      expect(readFileSync(join(folder, 'app/late.js'), 'utf8')).toBe(`${earlier}\n`)
    }
    running.kill()
    await once(running, 'exit')
    configure(lib)
    expect(readdirSync(lib)).not.toContain(earlier)
  })

  test('a package without its version changes nothing, and says so', () => {
    const lib = temporaryFolder()
    unpack(lib, earlier)
    configure(lib)
    unpack(lib, later)
    writeFileSync(join(lib, 'packaged', 'version'), '')
    const { status, stderr } = configure(lib)
    expect(status).not.toBe(0)
    expect(stderr).toContain('version is empty')
    expect(started(lib)).toBe(earlier)
  })
})
