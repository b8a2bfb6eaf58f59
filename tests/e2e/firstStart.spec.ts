import { startFakeOllama } from '../fakes/fakeOllama.ts'
import { sendJson, startFakeServer } from '../fakes/fakeServer.ts'
import { createBase, drop, openKnowledge, rowOf, textFile } from './knowledgePage.ts'
import { expect, expectAccessible, test } from './parley.ts'

test('a fresh machine has a real conversation with the guide, offline and at once', async ({
  start,
}) => {
  const { page, last } = await start({ settings: {} })
  await expect(page.getByText('How would you like to start?')).toBeVisible()
  await page.getByRole('button', { name: 'Where are my chats and keys kept?' }).click()
  const answer = last('Assistant')
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  await expect(answer).toContainText(/keychain/i)
  await expect(answer).toContainText(/not a language model|search/i)
  await expect(page.getByRole('button', { name: 'Model' })).toContainText('Parley guide')
  await answer
    .getByRole('button', { name: /^1\b|\[1\]|Source 1/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the guide’s topics are buttons, and it leads to the providers while no model is there', async ({
  start,
}) => {
  const { page, send, last } = await start({ settings: {} })
  await send('Xyzzy?')
  const topics = page.getByRole('list', { name: 'Topics of the guide' })
  await topics.getByRole('button', { name: 'Chats', exact: true }).click()
  await expect(last('Assistant')).toContainText('Start a new chat')
  await expect(topics).toBeVisible()
  await expectAccessible(page)
  await last('Assistant').getByRole('button', { name: 'Add provider' }).click()
  await expect(page.getByRole('tab', { name: 'Providers' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('the guide’s topics follow the sentence that names them, whatever else is said', async ({
  start,
}) => {
  const { page, send, last } = await start({ settings: {} })
  await openKnowledge(page)
  await createBase(page, 'Contracts')
  await drop(page, textFile('lease.txt', 'The tenant pays the rent.'))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await send('Xyzzy?')
  const note = last('Assistant').getByText('No passage in your documents fits this question.')
  const topics = page.getByRole('list', { name: 'Topics of the guide' })
  await expect(topics).toBeVisible()
  const [above, below] = await Promise.all([topics.boundingBox(), note.boundingBox()])
  expect(above?.y).toBeLessThan(below?.y ?? 0)
})

test('a model server on this machine is found and one click away', async ({ start }) => {
  const ollama = await startFakeOllama()
  try {
    const env = { OLLAMA_HOST: ollama.origin }
    const { page, send, last } = await start({ settings: {}, env })
    await page.getByRole('button', { name: 'Use Ollama' }).click()
    await expect(page.getByRole('button', { name: 'Model' })).toContainText(/llama3\.1|qwen3/)
    await send('Hello, neighbour')
    await expect(last('Assistant')).toContainText('You said: Hello, neighbour')
  } finally {
    await ollama.close()
  }
})

test('a server that loads says so, and its models come by themselves', async ({ start }) => {
  let isLoaded = false
  const server = await startFakeServer(({ path }, response) => {
    if (path === '/api/version') return sendJson(response, 200, { version: '0.17.4' })
    if (!isLoaded) return sendJson(response, 503, { error: 'Loading model' })
    const isList = path === '/api/tags'
    sendJson(response, isList ? 200 : 404, isList ? { models: [{ name: 'qwen3:4b' }] } : {})
  })
  try {
    const { page } = await start({ settings: {}, env: { OLLAMA_HOST: server.origin } })
    await expect(page.getByText('Ollama Loading its model')).toBeVisible()
    isLoaded = true
    await expect(page.getByText('Ollama 1 model')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use Ollama' })).toBeEnabled()
  } finally {
    await server.close()
  }
})

test('a server that wants a key says so, and takes it there', async ({ start }) => {
  const server = await startFakeServer(({ path, headers }, response) => {
    if (headers.authorization !== 'Bearer right-key-0123456789') {
      return sendJson(response, 401, { error: 'unauthorized' })
    }
    if (path === '/api/version') return sendJson(response, 200, { version: '0.17.4' })
    const isList = path === '/api/tags'
    sendJson(response, isList ? 200 : 404, isList ? { models: [{ name: 'qwen3:4b' }] } : {})
  })
  try {
    const { page } = await start({ settings: {}, env: { OLLAMA_HOST: server.origin } })
    await expect(page.getByText('Ollama Needs an API key')).toBeVisible()
    const field = page.getByRole('textbox', { name: 'API key' }).first()
    for (const key of ['wrong-key-0123456789', 'right-key-0123456789']) {
      await field.fill(key)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      if (key.startsWith('wrong')) {
        await expect(page.getByText('Ollama Key rejected')).toBeVisible()
      }
    }
    await expect(page.getByText('Ollama 1 model')).toBeVisible()
  } finally {
    await server.close()
  }
})

test('a pasted key is recognised, kept in the keychain, and never shown again', async ({
  start,
}) => {
  const { page } = await start({ settings: {} })
  const field = page.getByRole('textbox', { name: 'API key' })
  await field.fill('gsk_0123456789abcdefghijklmnopqrstuv')
  await expect(page.getByText('This key is from Groq.')).toBeVisible()
  await page.getByRole('button', { name: 'Use Groq' }).click()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
  const groq = page.getByRole('group', { name: 'Groq' })
  await expect(groq.getByText('Key saved in the system keychain.')).toBeVisible()
  await expect(groq.getByRole('textbox', { name: 'API key' })).toHaveValue('')
})

test('a pasted key that tells no service asks for it, at once after the start', async ({
  start,
}) => {
  const { page } = await start({ settings: {} })
  await page.getByRole('textbox', { name: 'API key' }).fill('0123456789abcdef0123456789abcdef')
  const use = page.getByRole('button', { name: 'Use this key' })
  await expect(use).toBeDisabled()
  await page.getByRole('combobox', { name: 'Which service is it from?' }).click()
  await page.getByRole('option', { name: 'Mistral' }).click()
  await expect(page.getByRole('button', { name: 'Use Mistral' })).toBeEnabled()
})

test('a server that starts and one that ends are seen by whatever is open', async ({ start }) => {
  const first = await startFakeOllama()
  const { port } = first
  await first.close()
  const env = { OLLAMA_HOST: `127.0.0.1:${String(port)}` }
  const { page } = await start({ settings: {}, env })
  await expect(page.getByText('No model server is running on this computer.')).toBeVisible()
  let ollama = await startFakeOllama(port)
  await expect(page.getByRole('button', { name: 'Use Ollama' })).toBeVisible()
  await ollama.close()
  await expect(page.getByRole('button', { name: 'Use Ollama' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Model' }).click()
  const option = page.getByRole('option', { name: /llama3\.1/ })
  await expect(page.getByRole('option').first()).toBeVisible()
  ollama = await startFakeOllama(port)
  await expect(option).toBeVisible()
  await ollama.close()
  await expect(option).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
  const card = page.getByRole('group', { name: 'Ollama', exact: true })
  await page.getByRole('button', { name: 'Not running' }).click()
  await expect(card.getByText('Not running')).toBeVisible()
  ollama = await startFakeOllama(port)
  await expect(card.getByText('Running on this computer')).toBeVisible()
  await ollama.close()
  await expect(card.getByText('Not running')).toBeVisible()
})
