import { startFakeAssistants } from '../fakes/fakeAssistants.ts'
import { providerAt } from './launch.ts'
import { expect, test } from './parley.ts'

test('an assistant asks for a tool, and the chat goes on with it after a restart', async ({
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

    const { page, send, last } = await start({ folder: first.folder })
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
    expect(server.violations).toEqual([])
  } finally {
    await server.close()
  }
})
