import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasDisplay } from '../../scripts/display.mjs'
import { runCommand } from '../../scripts/runCommand.mjs'
import { openSession } from '../../scripts/session.mjs'

const keyring = `import keytar from 'keytar'
  await keytar.setPassword('parley-test', 'someone', 'a secret')
  console.log(await keytar.getPassword('parley-test', 'someone'))`

describe.skipIf(process.platform !== 'linux')('a session', () => {
  test('has a screen, an unlocked keyring and a home of its own, and leaves nothing', async () => {
    const session = await openSession({ ...process.env, PARLEY_USER_DATA: '/mine' })
    const { env } = session
    expect(env['PARLEY_USER_DATA']).toBeUndefined()
    expect(env['HOME']).not.toBe(process.env['HOME'])
    expect(await hasDisplay(env)).toBe(true)
    const run = await runCommand(process.execPath, ['--input-type=module', '-e', keyring], { env })
    expect(run).toEqual({ code: 0, output: 'a secret\n' })
    await session.close()
    expect(await hasDisplay(env)).toBe(false)
    expect(existsSync(env['HOME'] ?? '')).toBe(false)
  })

  test('two at once do not see each other', async () => {
    const [first, second] = await Promise.all([openSession(process.env), openSession(process.env)])
    expect(first.env['DBUS_SESSION_BUS_ADDRESS']).not.toBe(second.env['DBUS_SESSION_BUS_ADDRESS'])
    expect(first.env['DISPLAY']).not.toBe(second.env['DISPLAY'])
    await Promise.all([first.close(), second.close()])
  })
})
