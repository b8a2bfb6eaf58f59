import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, openProviders, test } from './parley.ts'

const key = 'stolen-0123456789abcdef'
const header = 'stolen-header-0123456789'

/**
 * Calls methods of the bridge one after the other, as a hostile page would, and ignores failures.
 */
function call(page: Page, calls: readonly [string, unknown][]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const answers: string[] = []
    for (const [name, input] of all) {
      const answer = await window.bridge.call(name, input).catch((error: unknown) => String(error))
      answers.push(JSON.stringify(answer))
    }
    return answers
  }, calls)
}

function seenBy(server: FakeOpenAi): string {
  return JSON.stringify(server.requests.map(({ headers, query }) => [headers, [...query]]))
}

/** Calls every method that makes a request with a key. */
async function useEverything(page: Page, id: string): Promise<void> {
  const model = { providerId: id, modelId: 'parley-large' }
  const voice = { family: 'openAi', ...model, voice: 'alloy' }
  await call(page, [
    ['providers.check', { id }],
    ['providers.models', { refresh: true }],
    ['providers.discover', {}],
    ['providers.unloadModel', model],
    ['providers.deleteModel', model],
    ['settings.update', { realtime: { model, voice: 'alloy', transcription: '' } }],
    ['providers.models', { refresh: true, task: 'realtime' }],
    ['realtime.connect', { offer: 'v=0', conversationId: null }],
    ['voices.speak', { text: 'Hi', voice, speed: 1, pitch: 0 }],
    ['voices.speak', { text: 'Ho', voice: { family: 'neural', voice: 'a' }, speed: 1, pitch: 0 }],
  ])
  await page.evaluate(async (providerId) => {
    const ended = Promise.withResolvers<undefined>()
    window.bridge.stream('providers.diagnose', { id: providerId }, (message) => {
      if (message.type !== 'frames') ended.resolve(undefined)
    })
    setTimeout(() => ended.resolve(undefined), 5000)
    await ended.promise
  }, id)
}

test('a page has a stored key sent nowhere but where it was entered for', async ({ start }) => {
  test.slow()
  const owner = await startFakeOpenAi()
  const thief = await startFakeOpenAi()
  try {
    const { page, folder, composer } = await start({
      settings: { providers: [{ ...providerAt(owner.origin), headers: { 'x-token': header } }] },
    })
    await expect(composer).toBeVisible()
    const file = () => readFileSync(join(folder, 'settings.json'), 'utf8')
    await expect.poll(file).not.toContain(header)
    await call(page, [
      ['secrets.set', { providerId: 'fake', keyId: 'first', key, sessionOnly: false }],
    ])
    await useEverything(page, 'fake')
    expect(seenBy(owner)).toContain(`Bearer ${key}`)
    expect(seenBy(owner)).toContain(header)

    const moves: object[] = [
      { baseUrl: thief.origin },
      { baseUrl: thief.origin, headers: { 'x-token': null } },
      { baseUrl: thief.origin, headers: { 'x-token': null, 'x-other': 'a' }, query: { a: 'b' } },
      { baseUrl: `http://localhost:${String(thief.port)}` },
      { baseUrl: `http://[::ffff:127.0.0.1]:${String(thief.port)}` },
      { baseUrl: `http://127.1:${String(thief.port)}`, extraModels: ['m'], moderation: true },
      { baseUrl: owner.origin, headers: { host: `127.0.0.1:${String(thief.port)}` } },
    ]
    const reached = thief.requests.length
    for (const move of moves) {
      await call(page, [['providers.update', { id: 'fake', ...move }]])
      await useEverything(page, 'fake')
    }
    expect(thief.requests.length).toBeGreaterThan(reached)
    // The key stays behind when the provider is removed and added elsewhere.
    await call(page, [
      ['providers.remove', { id: 'fake' }],
      ['providers.add', { presetId: null, baseUrl: thief.origin }],
      ['providers.add', { presetId: 'openai', baseUrl: thief.origin }],
      ['settings.update', { oldKeyOrigins: { fake: thief.origin }, originPermissions: [] }],
    ])
    await useEverything(page, 'custom')
    await useEverything(page, 'openai')
    expect(seenBy(thief)).not.toContain('stolen')
    const told = await call(page, [
      ['providers.list', {}],
      ['settings.get', {}],
    ])
    expect(told.join()).not.toContain('stolen')
    expect(file()).not.toContain('stolen')
  } finally {
    await owner.close()
    await thief.close()
  }
})

test('at another address the key is asked for again, and it says for which it is', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
  await openProviders(page)
  const card = page.getByRole('group', { name: 'Fake' })
  const field = card.getByRole('textbox', { name: 'API key' })
  await field.fill(key)
  await field.press('Enter')
  await expect(card.getByText('Key saved in the system keychain.')).toBeVisible()
  await call(page, [['providers.update', { id: 'fake', baseUrl: 'http://127.0.0.1:9/v1' }]])
  await expect(card.getByText(`This key was saved for ${server.origin}`)).toBeVisible()
  await expect(card.getByText('Key saved in the system keychain.')).toHaveCount(0)
  await call(page, [['providers.update', { id: 'fake', baseUrl: server.origin }]])
  await expect(card.getByText('Key saved in the system keychain.')).toBeVisible()
})

/** Returns main's dialog, which is no page of the app. */
async function dialogOf(app: ElectronApplication): Promise<Page> {
  const box = await app.waitForEvent('window')
  await box.getByRole('alertdialog').waitFor()
  return box
}

/** Presses a button that closes its dialog, which may be gone before the click has returned. */
async function answer(dialog: Page, name: string): Promise<void> {
  const closed = dialog.waitForEvent('close')
  const button = dialog.getByRole('button', { name, exact: true })
  await Promise.all([closed, button.click().catch(() => undefined)])
}

test('plain http to a name of the network is allowed in a dialog of main, once and for good', async ({
  start,
}) => {
  const { app, page, folder } = await start({
    settings: { providers: [providerAt('http://nas.local:9')] },
    answersDialogs: true,
  })
  await openProviders(page)
  const card = page.getByRole('group', { name: 'Fake' })
  const field = card.getByRole('textbox', { name: 'API key' })
  const save = async (): Promise<void> => {
    await field.fill(key)
    await field.press('Enter')
  }
  const first = dialogOf(app)
  await save()
  const refused = await first
  await expect(refused.getByText('http://nas.local:9')).toBeVisible()
  await answer(refused, 'Don’t allow')
  await expect(card.getByRole('alert')).toContainText('no key for http://nas.local:9')
  const second = dialogOf(app)
  await save()
  await answer(await second, 'Allow')
  await expect(card.getByText('Key saved in the system keychain.')).toBeVisible()
  await save()
  await expect(field).toHaveValue('')
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toContain('"plainHttp"')
})

test('the key of Azure Speech can be removed', async ({ start }) => {
  const { page } = await start({ settings: {} })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Voice' }).click()
  const fields = page.getByRole('region', { name: 'Azure Speech' })
  await fields.getByRole('textbox', { name: 'API key' }).fill(key)
  await fields.getByRole('button', { name: 'Save' }).click()
  await expect(fields.getByText('Key saved in the system keychain.')).toBeVisible()
  await fields.getByRole('button', { name: 'Remove key' }).click()
  await expect(fields.getByRole('button', { name: 'Remove key' })).toHaveCount(0)
})
