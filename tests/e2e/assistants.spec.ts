import { startFakeAssistants } from '../fakes/fakeAssistants.ts'
import { providerAt } from './launch.ts'
import { expect, openProviders, test } from './parley.ts'

test('an assistant asks for a tool, its chat goes on after a restart, and takes the thread along', async ({
  start,
}) => {
  const server = await startFakeAssistants()
  try {
    server.expireAt(Math.floor(Date.now() / 1000) + 600)
    const call = { id: 'call_1', name: 'current_time', arguments: '{"timeZone":"Asia/Tokyo"}' }
    server.script((question, outputs) => {
      if (question === 'Time in Tokyo?') return { text: 'Let me look.', calls: [call] }
      return { text: outputs.length > 0 ? `I was told: ${outputs.join()}` : 'You are welcome.' }
    })
    const model = { providerId: 'fake', modelId: 'assistant:asst_helper' }
    const first = await start({
      settings: {
        ...{ providers: [providerAt(server.origin)], defaultModel: model },
        tools: { currentTime: 'ask' },
      },
    })
    await first.page.getByRole('button', { name: /Office helper/ }).waitFor()
    await first.send('Time in Tokyo?')
    const question = first.page.getByRole('group', { name: 'Allow “Date and time”?' })
    await expect(question.getByRole('timer')).toHaveText(/^Time left: \d+ (?:minute|second)s?$/)
    await first.kill()

    const { page, send, last, close } = await start({ folder: first.folder })
    await page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('button', { name: 'Waiting for you', exact: false })
      .click()
    await page.getByRole('button', { name: 'Allow once' }).click()
    await expect(last('Assistant')).toContainText('(Asia/Tokyo)')
    await send('Thanks')
    await expect(last('Assistant')).toContainText('You are welcome.')
    // One thread holds all of it, and nothing was asked twice.
    expect([server.threads.size, server.runs.length]).toEqual([1, 2])

    // A chat in the trash keeps its thread; the start after it was deleted for good deletes that.
    const row = page.locator('[data-chat-row]')
    await row.focus()
    await page.keyboard.press('Delete')
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'List options' }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
    await expect(page.getByText('The trash is empty')).toBeVisible()
    await close()
    server.fail('DELETE /threads', { status: 401, message: 'No' })
    const third = await start({ folder: first.folder })
    await expect.poll(() => server.requests.some(({ method }) => method === 'DELETE')).toBe(true)
    await openProviders(third.page)
    await third.page.getByText(/still has copies of chats that are deleted here/).waitFor()
    await third.page.getByRole('button', { name: 'Delete now' }).click()
    await expect.poll(() => server.threads.size).toBe(0)
    await expect(third.page.getByRole('button', { name: 'Delete now' })).toBeHidden()
    expect(server.violations).toEqual([])
  } finally {
    await server.close()
  }
})
