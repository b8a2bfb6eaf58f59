import { startFakeLocalServer } from '../fakes/fakeLocalServer.ts'
import { expect, test } from './parley.ts'

test('of two instances in LM Studio either is chosen, and no window is promised before loading', async ({
  start,
}) => {
  const server = await startFakeLocalServer('lmstudio')
  const llm = { type: 'llm', max_context_length: 262_144 }
  const loaded = (id: string, context_length: number) => ({ id, config: { context_length } })
  server.answer('/api/v1/models', {
    body: {
      models: [
        { ...llm, key: 'qwen', loaded_instances: [loaded('qwen', 8192), loaded('qwen:2', 32_768)] },
        { ...llm, key: 'gemma', loaded_instances: [] },
      ],
    },
  })
  const local = { id: 'lmstudio', kind: 'local', presetId: 'lmstudio', name: 'LM Studio' }
  const settings = {
    providers: [{ ...local, baseUrl: server.baseUrl }],
    defaultModel: { providerId: 'lmstudio', modelId: 'gemma' },
  }
  try {
    const { page, composer, send, last } = await start({ settings })
    await composer.fill('Hello')
    await expect(page.getByText(/ of up to 262,144 tokens/)).toBeVisible()
    await page.getByRole('button', { name: 'Model' }).click()
    const options = page.getByRole('listbox', { name: 'Models' }).getByRole('option')
    await expect(options.filter({ hasText: 'gemma' })).toContainText('≤256K')
    await expect(options.filter({ hasText: 'qwen' })).toHaveCount(2)
    await page.screenshot({ path: test.info().outputPath('instances.png') })
    await options.filter({ hasText: 'qwen (qwen:2)' }).click()
    await expect(page.getByText(/ of 32,768 tokens/)).toBeVisible()
    await send('Hello')
    await expect(last('Assistant')).toContainText('This is lmstudio.')
    const asked = server.requests.filter(({ path }) => path === '/v1/chat/completions')
    expect(asked.at(-1)?.body).toMatchObject({ model: 'qwen:2' })
    expect(server.violations).toEqual([])
  } finally {
    await server.close()
  }
})
