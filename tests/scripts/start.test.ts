import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasDisplay } from '../../scripts/display.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { eventually } from './processes.ts'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

/** The project with a main process that only says where it is. */
function smallProject(): string {
  const root = temporaryFolder()
  const files = ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'tsconfig.json']
  for (const path of [...files, 'scripts', 'chromium-host']) {
    cpSync(join(projectRoot, path), join(root, path), { recursive: true })
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  writeTree(root, {
    'src/main/command.ts': 'export {}',
    'src/main/index.ts': `import { app } from 'electron'
      await app.whenReady()
      console.log('folder ' + app.getPath('userData'))
      console.log('running')
      if (process.env.SMALL_EXIT) app.exit(Number(process.env.SMALL_EXIT))`,
    'src/preload/index.ts': "import { ipcRenderer } from 'electron'\nvoid ipcRenderer",
    'src/renderer/early.ts': 'export {}',
    'src/renderer/index.html':
      '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>',
    'src/renderer/dictation/overlay.html': '<!doctype html><p>Overlay</p>',
  })
  return root
}

interface Run {
  child: ChildProcessWithoutNullStreams
  output: () => string
  ended: Promise<unknown>
}

const script = ['node', 'scripts/start.mjs'] as const

function run(
  root: string,
  given: string[],
  env: NodeJS.ProcessEnv = {},
  [command, ...leading]: readonly [string, ...string[]] = script,
): Run {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...outer } = process.env
  const child = spawn(command, [...leading, ...given], {
    cwd: root,
    env: {
      ...outer,
      INIT_CWD: root,
      PARLEY_RUNTIME: 'chromium-host',
      PARLEY_USER_DATA: 'data',
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  onTestFinished(() => void child.kill('SIGTERM'))
  return {
    child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', resolve)),
  }
}

const runtimeLines = (output: string): string[] =>
  output.split('\n').filter((line) => line.startsWith('Parley runs on'))

describe.skipIf(process.platform !== 'linux')('npm start', { timeout: 90_000 }, () => {
  test('builds once, says what it runs on, passes the folder and the exit code', async () => {
    const root = smallProject()
    const first = run(root, ['--user-data-dir=other'], { SMALL_EXIT: '0', PARLEY_HEADLESS: '1' })
    expect(await first.ended).toBe(0)
    expect(first.output()).toMatch(/^Building Parley…\n/)
    expect(first.output()).toContain(`folder ${join(root, 'other')}\n`)
    expect(runtimeLines(first.output())).toEqual([
      expect.stringMatching(
        /^Parley runs on .+ \d+ \(chromium-host, PARLEY_RUNTIME asks for it\)$/,
      ),
    ])
    expect(first.output()).not.toMatch(/\d+ passed/)
    const second = run(root, [], { SMALL_EXIT: '3', PARLEY_HEADLESS: '1' })
    expect(await second.ended).toBe(3)
    expect(second.output()).toMatch(/^Parley runs on/)
    expect(second.output()).toContain(`folder ${join(root, 'data')}\n`)
  })

  test('two at once build once and both run', async () => {
    const root = smallProject()
    const env = { SMALL_EXIT: '0', PARLEY_HEADLESS: '1' }
    const runs = [run(root, [], { ...env, PARLEY_USER_DATA: 'one' }), run(root, [], env)]
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0])
    const outputs = runs.map(({ output }) => output())
    expect(outputs.filter((output) => output.includes('Building'))).toHaveLength(1)
    expect(
      outputs.filter((output) => output.includes('Waiting for another Parley command')),
    ).toHaveLength(1)
  })

  test('without a screen it brings one, and takes it away again', async () => {
    const { child, output, ended } = run(smallProject(), [])
    await eventually(() => output().includes('running'))
    const name = /on a virtual display (:\d+)\n/.exec(output())?.[1]
    expect(await hasDisplay({ DISPLAY: name })).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await hasDisplay({ DISPLAY: name })).toBe(false)
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'an npm ended by %s takes all along',
    async (signal) => {
      const { child, output, ended } = run(smallProject(), [], {}, ['npm', 'start'])
      await eventually(() => output().includes('running'))
      const name = /on a virtual display (:\d+)\n/.exec(output())?.[1]
      child.kill(signal)
      await eventually(async () => !(await hasDisplay({ DISPLAY: name })))
      // The streams close with the last process that has them.
      await ended
    },
  )

  test('a mistake is one sentence without a stack', async () => {
    const { output, ended } = run(smallProject(), [], { PARLEY_RUNTIME: 'firefox' })
    expect(await ended).toBe(1)
    expect(output()).toContain('PARLEY_RUNTIME is firefox')
    expect(output()).not.toMatch(/\n\s+at /)
  })
})
