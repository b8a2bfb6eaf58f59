import type { Page } from 'playwright'
import { startNewestServer } from '../fakes/newestServer.ts'
import { expect, test } from './parley.ts'

/** Calls a method of main as the page does. */
function call(page: Page, method: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([name, given]) => {
      const reply = await window.bridge.call(name, given)
      if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`)
      return reply.value
    },
    [method, input] as const,
  )
}

test('the user answers what a server asks during a call', async ({ start }) => {
  const server = await startNewestServer()
  const { page } = await start()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const source = { kind: 'address', url: server.url }
  const inspected = (await call(page, 'plugins.inspect', { source })) as {
    id: string
    sheet: { id: string }
  }
  const inspectionId = inspected.id
  await call(page, 'plugins.install', { inspectionId, choices: { localNetwork: true } })
  const { id } = inspected.sheet
  const run = (tool: string, text: string): Promise<unknown> =>
    call(page, 'plugins.test', {
      id,
      tool,
      arguments: JSON.stringify({ text }),
      callId: crypto.randomUUID(),
    })
  // Its first list of tools is read when a chat asks for it, or an update is looked for.
  const update = (await call(page, 'plugins.inspect', {
    source: { kind: 'installed', id },
  })) as { id: string }
  await call(page, 'plugins.install', {
    inspectionId: update.id,
    choices: { localNetwork: true },
  })

  const answered = run('deploy', 'the site')
  const note = page.getByText('newest has a question.')
  await expect(note).toBeVisible()
  // It opens nothing by itself.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show question' }).click()
  const dialog = page.getByRole('dialog', { name: 'newest asks' })
  await expect(dialog.getByText('Deploy the site?')).toBeVisible()
  await dialog.getByRole('switch', { name: 'confirm' }).click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  expect(await answered).toMatchObject({ text: 'the site: true', failed: false })
  await expect(note).toHaveCount(0)

  const declined = run('sign-in', 'https://sign.example.com/in')
  await page.getByRole('button', { name: 'Show question' }).click()
  await expect(
    page.getByRole('dialog').getByText('sign.example.com', { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Don’t answer' }).click()
  await declined.catch(() => null)
  await expect(note).toHaveCount(0)
  await server.close()
})
