import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeModels, type FakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { root } from './launch.ts'
import { expect, settingsFor, test } from './parley.ts'

const command = join(root, 'out/main/command.js')
const modelList = { kind: 'status', status: 200, body: { data: fakeModels } } as const
const json = (text: string): unknown => JSON.parse(text)

interface Asked {
  child: ChildProcessWithoutNullStreams
  /** Resolves with what has been written until then, once it contains the text. */
  written: (text: string) => Promise<void>
  /** Ends standard input, unless that happened. Resolves once the process and its streams ended. */
  ended: () => Promise<{ code: number | null; signal: string | null; text: string; errors: string }>
}

/** Starts `parley ask` as a package's launcher does, with a pipe for standard input. */
function startAsk(folder: string, ...given: string[]): Asked {
  return startProgram(join(root, 'node_modules/.bin/node'), command, folder, given)
}

function startProgram(program: string, app: string, folder: string, given: string[]): Asked {
  const child = spawn(program, [app, 'ask', `--user-data-dir=${folder}`, ...given], {
    cwd: folder,
    env: { ...process.env, LANG: 'en_US.UTF-8', PARLEY_BROWSER: '/nowhere' },
  })
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  let text = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece))
  return {
    child,
    async written(wanted) {
      while (!text.includes(wanted)) await once(child.stdout, 'data')
    },
    async ended() {
      child.stdin.end()
      const [code, signal] = await closed
      return { code, signal, text, errors }
    },
  }
}

const ask = (folder: string, ...given: string[]) => startAsk(folder, ...given).ended()

/** The messages that the service has received, the newest last. */
function sent({ requests }: FakeOpenAi): string[] {
  return requests.flatMap(({ path, body }) =>
    path === '/v1/chat/completions' ? [JSON.stringify(body)] : [],
  )
}

test('beside a running Parley a terminal is answered, and the history stays as it is', async ({
  open,
  server,
}) => {
  const { page, folder } = await open()
  writeFileSync(join(folder, 'hills.txt'), 'Hills of the north')
  const piped = startAsk(folder, 'Explain', '-f', 'hills.txt', '-m', 'parley-small')
  piped.child.stdin.write('let x = 1')
  expect(await piped.ended()).toMatchObject({ code: 0, signal: null, errors: '' })
  expect(sent(server).at(-1)).toMatch(/"parley-small".*Hills of the north.*Explain\\n\\nlet x = 1/)
  expect(await ask(folder, 'How tall?')).toMatchObject({ code: 0, text: 'You said: How tall?\n' })
  await page.reload()
  await expect(page.getByText('Your chats will appear here')).toBeVisible()
})

test.describe('without a running Parley', () => {
  let folder: string

  test.beforeEach(({ server }) => {
    folder = mkdtempSync(join(tmpdir(), 'parley-ask-'))
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settingsFor(server)))
  })
  test.afterEach(() => rmSync(folder, { recursive: true }))

  test('the exit code says how an answer ended', async ({ server }) => {
    const [answered, wrong, noFile] = await Promise.all([
      ask(folder, 'How tall?', '--json'),
      ask(folder, '--nope'),
      ask(folder, 'Sum up', '-f', 'gone.pdf'),
    ])
    expect([answered.code, wrong.code, noFile.code]).toEqual([0, 2, 1])
    expect(json(answered.text)).toMatchObject({ text: 'You said: How tall?', error: null })
    expect([wrong.text, noFile.text]).toEqual(['', ''])
    expect(noFile.errors).toContain('gone.pdf')
    server.behave({ kind: 'answer', text: 'It is', finishReason: 'length' })
    const long = await ask(folder, 'How tall?')
    expect(long).toMatchObject({ code: 3, text: 'It is\n' })
    expect(long.errors).toBe('parley: The answer ended early: length\n')
    server.behave({ kind: 'answer', text: 'It is', ending: 'reset' })
    const [cut, cutJson] = await Promise.all([ask(folder, 'Why?'), ask(folder, 'Why?', '--json')])
    expect(cut).toMatchObject({ code: 1, text: 'It is\n' })
    expect(cut.errors).toMatch(/^parley: .+\n$/)
    expect(json(cutJson.text)).toMatchObject({ text: 'It is', error: { code: 'streamBroken' } })
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('the Chromium host answers without a browser', async () => {
    const host = process.env['ELECTRON_OVERRIDE_DIST_PATH']
    test.skip(!host, 'Electron is its own browser')
    const asked = startProgram(join(host ?? '', 'electron'), root, folder, ['How tall?'])
    expect(await asked.ended()).toMatchObject({ code: 0, text: 'You said: How tall?\n' })
  })

  test('Ctrl+C keeps what was written', async ({ server }) => {
    server.behave({ kind: 'answer', text: 'It is', ending: 'hang' })
    const asked = startAsk(folder, 'How tall?')
    asked.child.stdin.end()
    await asked.written('It is')
    asked.child.kill('SIGINT')
    expect(await asked.ended()).toEqual({ code: 130, signal: null, text: 'It is', errors: '' })
  })

  test('Ctrl+C ends the wait for a list of models and for standard input', async ({ server }) => {
    for (const behaviour of [{ kind: 'hang' }, modelList] as const) {
      const { promise: isAsked, resolve: onAsked } = Promise.withResolvers<void>()
      server.behaveAt('/v1/models', () => {
        onAsked()
        return behaviour
      })
      const { child } = startAsk(folder, 'How tall?', '-m', 'parley-small')
      await isAsked
      child.kill('SIGINT')
      expect(await once(child, 'close')).toEqual([130, null])
    }
    expect(sent(server)).toEqual([])
  })

  test('nothing is said once nobody reads the answer', async ({ server }) => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    server.behave({ kind: 'answer', text: 'One', held: [{ until, text: ' two' }], ending: 'hang' })
    const asked = startAsk(folder, 'Count')
    asked.child.stdin.end()
    await asked.written('One')
    asked.child.stdout.destroy()
    goOn()
    expect(await asked.ended()).toEqual({ code: 141, signal: null, text: 'One', errors: '' })
  })
})
