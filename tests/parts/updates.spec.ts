import type { Server, ServerResponse } from 'node:http'
import { expect } from '@playwright/test'
import type { Locale } from '../../src/shared/languages.ts'
import { builtPageTest } from '../builtPageTest.ts'
import { expectAccessible } from '../expectAccessible.ts'
import * as given from '../main/updates/updateServer.ts'
import { openUpdatesMain, type UpdatesMain } from './updatesMain.ts'

const { sends, signed, channelText } = given

/** A server, and the main that asks it; the test changes what they answer. */
class Scene {
  channel: given.Answer = sends(signed(channelText()))
  file: given.Answer = sends(given.update)
  isBusy = false
}

interface Fixtures {
  language: Locale
  scene: Scene
  main: UpdatesMain
}

const test = builtPageTest.extend<Fixtures>({
  language: ['en-US', { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  scene: async ({}, use) => use(new Scene()),
  main: async ({ page, address, scene, language }, use) => {
    const server: Server = await given.startServer((request, response) =>
      (request.url === given.channelPath ? scene.channel : scene.file)(response),
    )
    const main = await openUpdatesMain(page, server, { isBusy: () => scene.isBusy, language })
    await page.goto(`${address}updates.html`)
    await use(main)
    main.close()
    given.stopServer(server)
  },
})
test.use({ pageName: 'parts' })

/** Sends half of the update; returns the answer, and the function that sends the rest. */
function inHalves(): { answer: given.Answer; sendRest: () => void } {
  const half = given.update.length / 2
  const started = Promise.withResolvers<ServerResponse>()
  return {
    answer(response) {
      response.writeHead(200, { 'content-length': given.update.length })
      response.write(given.update.subarray(0, half), () => started.resolve(response))
    },
    sendRest: () =>
      void started.promise.then((response) => response.end(given.update.subarray(half))),
  }
}

test('an update is found, says what is new, arrives, and waits for the answer to end', async ({
  page,
  main: _main,
  scene,
}) => {
  const halves = inHalves()
  scene.file = halves.answer
  const status = page.getByRole('status')
  await expect(status).toHaveText('Not checked yet')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(status).toHaveText('Downloading version 1.3.0')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '50%')
  await page.getByText('What’s new in version 1.3.0').click()
  await expect(page.getByRole('heading', { name: 'Faster' })).toBeVisible()

  halves.sendRest()
  await expect(status).toContainText('Version 1.3.0 is ready')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  scene.isBusy = true
  const install = page.getByRole('button', { name: 'Restart and update' })
  await install.click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Parley is still answering, listening, or running a job.')
  await expect(status).toContainText('Version 1.3.0 is ready')

  // Idle again: the same press begins, as far as it can here.
  scene.isBusy = false
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toContainText('Something went wrong in Parley')
  await expect(install).toBeEnabled()
  await expectAccessible(page)
})

const failures: [name: string, channel: given.Answer, sentence: string][] = [
  ['404', sends('', 404), 'has no update for this computer at the moment'],
  ['500', sends('', 500), 'is having problems'],
  ['a portal', given.portal, 'If this network asks you to sign in, do that first'],
  [
    'a stranger’s signature',
    sends(signed(channelText(), given.strangersKeys)),
    'isn’t signed by the makers of Parley',
  ],
  // Before any that is accepted: after one it would be an older list.
  [
    'a list that has expired',
    sends(signed(channelText(), { at: given.now - 91 * given.dayMs })),
    'sent a list of updates that was valid until',
  ],
  [
    'an older version',
    sends(signed(channelText({ version: '1.1.9' }))),
    '1.1.9, is older than yours',
  ],
  [
    'a clock that is behind',
    sends(signed(channelText(), { at: given.now + 3 * given.dayMs })),
    'doesn’t match this computer’s clock. Set the date and time',
  ],
]

test('each failure is a sentence with a button that tries again, and nothing is lost by it', async ({
  page,
  main: _main,
  scene,
}) => {
  const good = scene.channel
  const alert = page.getByRole('alert')
  let button = page.getByRole('button', { name: 'Check now' })
  for (const [name, channel, sentence] of failures) {
    scene.channel = channel
    await button.click()
    await expect(alert, name).toContainText(sentence)
    await expect(page.getByRole('status'), name).toHaveText('The last check failed')
    button = alert.getByRole('button', { name: 'Retry' })
  }
  scene.channel = good
  await button.click()
  await expect(page.getByRole('status')).toContainText('Version 1.3.0 is ready')
  await expect(alert).toHaveCount(0)
})

test('the switch turns the daily check off, and stays so', async ({ page, main }) => {
  const automatic = page.getByRole('switch', { name: 'Update automatically' })
  await expect(automatic).toBeChecked()
  await automatic.click()
  await expect(automatic).not.toBeChecked()
  await expect.poll(() => main.settings.get().updates.automatic).toBe(false)
})
