import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hasProgram } from '../../../../src/main/dictation/hasProgram.ts'
import {
  autostartFolder,
  createAutostart,
} from '../../../../src/main/app/startAtLogin/autostart.ts'
import { changeLoginStart } from '../../../../src/main/app/startAtLogin/loginStart.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const run = promisify(execFile)
const on = { enabled: true, obstacle: null }
const off = { enabled: false, obstacle: null }

/** Writes a program that stores its arguments, one a line. */
function writeProgram(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" > "$PARLEY_TEST_TOLD"\n`)
  chmodSync(path, 0o755)
  return path
}

function prepare(given: readonly string[] = []) {
  const root = temporaryFolder()
  const folder = autostartFolder({ XDG_CONFIG_HOME: join(root, 'config') })
  const program = writeProgram(join(root, 'bin', 'parley'))
  const open = (command: string) =>
    createAutostart({ folder, entry: 'parley.desktop', command: [command, ...given] })
  return { root, folder, program, open, path: join(folder, 'parley.desktop') }
}

test('it is off at first, and on and off as it is set, with no file left', async () => {
  const { folder, open, program } = prepare()
  const login = open(program)
  expect(await login.read()).toEqual(off)
  expect(await changeLoginStart(login, false)).toEqual(off)
  expect(await changeLoginStart(login, true)).toEqual(on)
  expect(await changeLoginStart(login, true)).toEqual(on)
  expect(readdirSync(folder)).toEqual(['parley.desktop'])
  expect(await changeLoginStart(login, false)).toEqual(off)
  expect(readdirSync(folder)).toEqual([])
})

const strange = String.raw`a b"c'd\e$HOME${'`'}f(g)&;é~`

test.skipIf(!hasProgram('gio')).each(['plain', strange, `${strange}%u`, 'a=b'])(
  'a desktop starts a program in a folder %j',
  async (name) => {
    const { root, open, path } = prepare([`--user-data-dir=/x y/%f\\$1`, ''])
    const program = writeProgram(join(root, name, 'par ley'))
    await changeLoginStart(open(program), true)
    const told = join(root, 'told')
    await run('gio', ['launch', path], { env: { ...process.env, PARLEY_TEST_TOLD: told } })
    await expect
      .poll(() => existsSync(told) && readFileSync(told, 'utf8'))
      .toBe(`--user-data-dir=/x y/%f\\$1\n\n--hidden\n`)
  },
)

test('what the desktop or the user changed is what counts', async () => {
  const { open, program, path } = prepare()
  const login = open(program)
  await login.set(true)
  const written = readFileSync(path, 'utf8')
  const gnome = 'X-GNOME-Autostart-enabled'
  for (const [changed, state] of [
    [`${written}Hidden=true\n`, off],
    [`${written}[Other]\nHidden=true\n`, on],
    [`# [none]\n${written.replaceAll('\n', '\r\n')}`, on],
    [written.replace(`${gnome}=true`, `${gnome} = false`), off],
    [written.replace(program, `${program}-gone`), off],
    [written.replace(/^TryExec=.*\n/m, ''), on],
    [written.replace(/^Exec=.*\n/m, ''), off],
    ['', off],
  ] as const) {
    writeFileSync(path, changed)
    expect(await login.read(), changed).toEqual(state)
  }
  expect(await changeLoginStart(login, true)).toEqual(on)
  expect(readFileSync(path, 'utf8')).toBe(written)
})

test('an entry that a desktop linked, or of another package, is on and can be turned off', async () => {
  const { root, folder, open, program } = prepare()
  const menu = join(root, 'parley.desktop')
  writeFileSync(menu, '[Desktop Entry]\nType=Application\nExec=parley %U\n')
  mkdirSync(folder, { recursive: true })
  symlinkSync(menu, join(folder, 'app.parley.Parley.desktop'))
  const login = open(program)
  expect(await login.read()).toEqual(on)
  await login.renew()
  expect(readdirSync(folder)).toEqual(['app.parley.Parley.desktop'])
  await login.set(true)
  expect(readdirSync(folder)).toEqual(['parley.desktop'])
  symlinkSync(menu, join(folder, 'app.parley.Parley.desktop'))
  expect(await changeLoginStart(login, false)).toEqual(off)
  expect(existsSync(menu)).toBe(true)
})

test('an own entry whose program is gone is renewed, and no other', async () => {
  const { root, open, program, path } = prepare()
  const moved = writeProgram(join(root, 'moved', 'parley'))
  await open(moved).renew()
  expect(existsSync(path)).toBe(false)

  const elsewhere = open(join(root, 'gone', 'parley'))
  await elsewhere.set(true)
  expect(await elsewhere.read()).toEqual(off)
  const stale = readFileSync(path, 'utf8')
  for (const kept of [`${stale}Hidden=true\n`, stale.replace(' --hidden', '')]) {
    writeFileSync(path, kept)
    await open(moved).renew()
    expect(readFileSync(path, 'utf8')).toBe(kept)
  }
  writeFileSync(path, stale)
  await open(moved).renew()
  expect(readFileSync(path, 'utf8')).toContain(`TryExec=${moved}\n`)

  // Another copy of Parley that is still there is the one that the user chose.
  await open(program).renew()
  expect(readFileSync(path, 'utf8')).toContain(`TryExec=${moved}\n`)
})

test('a folder that can not be written is an error with the file, and nothing changes', async () => {
  const { root, folder, open, program, path } = prepare()
  writeFileSync(join(root, 'config'), '')
  const refused = { code: 'startAtLoginUnchanged', details: { subject: path } }
  await expect(changeLoginStart(open(program), true)).rejects.toMatchObject(refused)
  expect(await open(program).read()).toEqual(off)
  expect(existsSync(folder)).toBe(false)
})

test('a folder in the place of the entry stays, and is told', async () => {
  const { folder, open, program, path } = prepare()
  mkdirSync(path, { recursive: true })
  for (const enabled of [true, false]) {
    await expect(changeLoginStart(open(program), enabled)).rejects.toMatchObject({
      code: 'startAtLoginUnchanged',
    })
  }
  expect(readdirSync(folder)).toEqual(['parley.desktop'])
})

test('the folder is that of the specification', () => {
  expect(autostartFolder({ XDG_CONFIG_HOME: '/c' })).toBe('/c/autostart')
  for (const ignored of ['', 'relative']) {
    const folder = autostartFolder({ XDG_CONFIG_HOME: ignored })
    expect(folder).toBe(join(homedir(), '.config', 'autostart'))
  }
})
