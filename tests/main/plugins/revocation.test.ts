import { expect, test } from 'vitest'
import { openHistory } from '../chat/testHistory.ts'
import { openTestPlugins, servePlugin } from './openTestPlugins.ts'

const settings = { type: 'object', properties: { apiKey: { type: 'string' } } }

test('a plugin is turned off and removed at once, though the keychain does not answer', async () => {
  const server = await servePlugin({ settings })
  const keychain = slowKeychain()
  const { install, tools, handlers, caller, database } = openTestPlugins(openHistory(), keychain)
  await install(server.manifestUrl)
  const writing = expect(
    Promise.resolve(
      handlers.writeSettings({ id: 'weather', values: { apiKey: 'k-very-secret' } }, caller),
    ),
  ).rejects.toMatchObject({ code: 'pluginNotFound' })
  await keychain.asked
  await handlers.setEnabled({ id: 'weather', enabled: false }, caller)
  expect((await handlers.list({}, caller))[0]?.state).toBe('off')
  const removed = handlers.remove({ id: 'weather' }, caller)
  expect(database.all('SELECT id FROM plugin')).toEqual([])
  expect(await tools()).toEqual([])
  keychain.answer()
  await writing
  await removed
  expect([...keychain.values()].join('')).not.toContain('k-very-secret')
})

/** A keychain that keeps its first writer waiting until `answer` is called. */
function slowKeychain() {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  class SlowMap extends Map<string, string> {
    asked = asked.promise
    answer = answered.resolve
    /** Called by the keychain before it writes. */
    async before(): Promise<void> {
      asked.resolve()
      await answered.promise
    }
  }
  return new SlowMap()
}
