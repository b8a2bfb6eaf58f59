import { createFakeVectorStores } from '../fakes/fakeVectorStores.ts'
import { sendJson, startFakeServer } from '../fakes/fakeServer.ts'
import { createBase, drop, openKnowledge, rowOf, search, textFile } from './knowledgePage.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

const lease = 'The tenant pays the rent on the first day.\n\nDogs: ask the neighbours.\n'

test('a base at a service: nothing leaves before it is approved, and what is removed is deleted there', async ({
  start,
  server,
}) => {
  const service = createFakeVectorStores()
  const host = await startFakeServer(async (seen, response) => {
    if (!(await service.routes(seen, response))) sendJson(response, 200, { data: [] })
  })
  const settings = settingsFor(server)
  const [provider] = settings.providers as { id: string; name: string }[]
  const hosted = { ...provider, id: 'hosted', name: 'Vectoria', baseUrl: `${host.origin}/v1` }
  const { page } = await start({ settings: { ...settings, providers: [provider, hosted] } })
  await openKnowledge(page)
  await page.getByRole('button', { name: 'New base' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New base' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Contracts')
  await dialog.getByRole('combobox', { name: 'Storage location' }).click()
  await page.getByRole('option', { name: 'At Vectoria' }).click()
  await expect(dialog.getByText(/^Vectoria gets the text of the documents/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create base' }).click()

  await drop(page, textFile('lease.txt', lease))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  await page.getByRole('button', { name: 'Review and upload' }).click()
  const approval = page.getByRole('dialog', { name: 'Upload to Vectoria?' })
  await expect(approval).toContainText(new URL(host.origin).host)
  await expect(approval.getByRole('list')).toContainText('lease.txt')
  await expectAccessible(page)
  expect(service.files.size + service.stores.size).toBe(0)
  await approval.getByRole('button', { name: 'Upload' }).click()
  await expect(approval).toHaveCount(0)
  await expect.poll(() => [...service.stores.values()][0]?.files.size).toBe(1)
  await expect(page.getByText('Found by words and meaning')).toBeVisible()

  const hits = await search(page, 'neighborhood')
  await expect(hits).toHaveCount(1)
  await hits.getByText('Why this passage').click()
  await expect(hits).toContainText('Similarity')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Show files' }).click()
  const files = page.getByRole('dialog', { name: 'Files at Vectoria' })
  await expect(files.getByRole('listitem')).toContainText('lease.txt [parley-')
  await expectAccessible(page)
  await files.getByRole('button', { name: 'Close' }).click()

  const foreign = { id: 'file-99', name: 'of a colleague.pdf', text: 'Not yours' }
  service.files.set(foreign.id, foreign)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
  const row = page.getByRole('group', { name: 'Vectoria' })
  await row.getByRole('button', { name: /^Vectoria/ }).click()
  await row.getByRole('button', { name: 'Files at the service…' }).click()
  const account = page.getByRole('dialog', { name: 'Files at Vectoria' })
  const needed = account.getByRole('checkbox', { name: /lease\.txt .*in the base “Contracts”/ })
  await expect(needed).toBeDisabled()
  const store = account.getByRole('checkbox', {
    name: /^Contracts .*vector store · 1 file · ready/,
  })
  await expect(store).toBeDisabled()
  const remove = account.getByRole('button', { name: 'Delete 0 files' })
  await expect(remove).toBeDisabled()
  await account.getByText('Not from Parley 1').click()
  await account.getByRole('checkbox', { name: /of a colleague\.pdf/ }).check()
  await expectAccessible(page)
  // The app's dialogs are allowed here: see serviceFiles.test.ts for a refusal.
  await account.getByRole('button', { name: 'Delete 1 file' }).click()
  await expect(account.getByText('of a colleague.pdf')).toHaveCount(0)
  expect([...service.files.keys()]).not.toContain(foreign.id)
  await account.getByRole('button', { name: 'Close' }).click()
  await openKnowledge(page)

  service.fail({ at: 'DELETE /files', how: { status: 403 } })
  await page.getByRole('button', { name: 'More about Contracts' }).click()
  await page.getByRole('menuitem', { name: 'Remove base…' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const left = page.getByRole('region', { name: /^Removed here, but still at the provider/ })
  await expect(left).toContainText('lease.txt [parley-')
  await expectAccessible(page)
  await left.getByRole('button', { name: 'Delete now' }).click()
  await expect(left).toHaveCount(0)
  expect(service.files.size + service.stores.size).toBe(0)
  expect(service.violations).toEqual([])
  await host.close()
})

test('a reranking model sorts what is found, and the search says so if it does not', async ({
  start,
  server,
}) => {
  let isAway = false
  const reranker = await startFakeServer((seen, response) => {
    const { documents = [] } = seen.body as { documents?: string[] }
    if (seen.method === 'GET') return sendJson(response, 200, { data: [{ id: 'rerank-fake' }] })
    const results = documents.map((text, index) => ({
      index,
      relevance_score: text.includes('Dogs') ? 0.75 : 0.25,
    }))
    sendJson(response, isAway ? 403 : 200, isAway ? { error: {} } : { results })
  })
  const settings = settingsFor(server)
  const [provider] = settings.providers as { id: string; name: string }[]
  const second = { ...provider, id: 'reranker', name: 'Sorter', baseUrl: `${reranker.origin}/v1` }
  const { page } = await start({ settings: { ...settings, providers: [provider, second] } })
  await openKnowledge(page)
  await createBase(page, 'Contracts')
  await drop(
    page,
    textFile('rent.txt', 'Rent, rent and rent: the tenant pays it on the first day.'),
    textFile('dogs.txt', 'Dogs are in the rent if the neighbours of the house agree to them.'),
  )
  await expect(rowOf(page, 'dogs.txt')).toContainText('Ready')
  await expect(rowOf(page, 'rent.txt')).toContainText('Ready')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Reranking model: None' }).click()
  await page.getByRole('option', { name: /rerank-fake/ }).click()
  await expect(page.getByRole('button', { name: 'Reranking model: rerank-fake' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Sources' }).click()
  const hits = await search(page, 'rent')
  await expect(hits.first()).toContainText('dogs.txt')
  await hits.first().getByText('Why this passage').click()
  await expect(hits.first()).toContainText('Reranking score')
  await expectAccessible(page)
  isAway = true
  await search(page, 'rent day')
  await expect(page.getByText(/^The reranking model failed or took too long/)).toBeVisible()
  await reranker.close()
})
