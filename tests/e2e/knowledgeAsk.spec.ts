import type { Page } from 'playwright'
import type { Base } from '../../src/shared/knowledge/knowledge.ts'
import { expect, expectAccessible, listModel, settingsFor, test } from './parley.ts'

const filler = 'The house has forty rooms, a garden, and a gate to the street. '.repeat(40)
const lease = [
  `# House\n\n${filler}`,
  '# Notice\n\nThe notice period of the lease is three months to the end of a quarter.',
  `# Garden\n\n${filler}`,
  '# Money\n\nThe deposit is two monthly rents, paid before the keys are handed over.',
].join('\n\n')

interface Bridge {
  bridge: { call: (method: string, input: unknown) => Promise<unknown> }
}

function call(page: Page, method: string, input: unknown): Promise<unknown> {
  return page.evaluate(([name, given]) => (window as unknown as Bridge).bridge.call(name, given), [
    method,
    input,
  ] as const)
}

/** Creates a base with a note, and waits until it is found. */
async function addBase(page: Page): Promise<void> {
  const { value: base } = (await call(page, 'knowledge.create', {
    name: 'Contracts',
    embedder: null,
  })) as { value: Base }
  await call(page, 'knowledge.saveNote', {
    baseId: base.id,
    sourceId: null,
    title: 'Lease',
    text: lease,
  })
  await expect
    .poll(async () => {
      const { value } = (await call(page, 'knowledge.bases', {})) as { value: Base[] }
      return value[0]?.counts.ready
    })
    .toBe(1)
}

test('a base is asked from its own page, and its name stands in the composer', async ({
  start,
  server,
}) => {
  const { page, composer } = await start({ settings: settingsFor(server) })
  await composer.waitFor()
  await addBase(page)
  await page.getByRole('button', { name: 'Knowledge', exact: true }).first().click()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(composer).toBeFocused()
  const button = page.getByRole('button', { name: 'Knowledge: Contracts' })
  await expect(button).toContainText('Contracts')
  await expectAccessible(page)
})

test('a question is answered from a base, and a citation opens the passage', async ({
  start,
  server,
}) => {
  server.behave(({ messages }) => {
    const asked = messages.at(-1)?.content ?? ''
    const number = /\[(\d+)\] Lease[^\n]*\n[^[]*notice period/.exec(asked)?.[1] ?? 'none'
    return { kind: 'answer', text: `Three months [${number}]. In code: \`a[1]\`.` }
  })
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await addBase(page)
  await page.locator('form.composer').getByRole('button', { name: 'Knowledge' }).click()
  const bases = page.getByRole('dialog', { name: 'Knowledge' })
  await bases.getByRole('switch', { name: 'Contracts' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Knowledge: Contracts' })).toBeVisible()

  await send('How long is the notice period of the lease?')
  const answer = last('Assistant')
  const mark = answer.getByRole('button', { name: 'Source 1: Lease' })
  await expect(mark).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Chats' })).toBeVisible()
  await expect(answer.getByText('a[1]')).toBeVisible()
  const sources = answer.getByRole('list', { name: 'Sources' })
  await expect(sources.getByRole('button')).toHaveCount(1)

  await mark.hover()
  await expect(page.getByRole('tooltip')).toContainText('three months to the end of a quarter')
  await expect(page.getByRole('tooltip')).toContainText('Why this passage')
  await mark.click()
  const document = page.getByRole('region', { name: 'Document' })
  await expect(document).toContainText('forty rooms')
  await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
  const marked = document.locator('mark').filter({ hasText: 'notice period' })
  await expect(marked).toBeInViewport()
  await expect(document.locator('mark').filter({ hasText: 'two monthly rents' })).toHaveCount(0)
  // The sentence that the answer rests on, not the passage around it.
  await expect(document.locator('mark').filter({ hasText: 'forty rooms' })).toHaveCount(0)

  // The composer beside it has room for all that is in it.
  await page.setViewportSize({ width: 1040, height: 800 })
  await expect(document).toBeVisible()
  expect(await overlapping(page)).toEqual([])
  await expect(page.getByText('parley-large', { exact: true }).last()).toBeInViewport({ ratio: 1 })
  await document.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('navigation', { name: 'Chats' })).toBeVisible()
})

/** Returns the controls of the composer that lie over each other. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('form.composer button')]
    const boxes = controls.map((control) => control.getBoundingClientRect())
    return controls
      .filter((_, index) =>
        boxes.some((box, other) => {
          const own = boxes[index]
          if (!own || other <= index) return false
          const across = Math.min(own.right, box.right) - Math.max(own.left, box.left)
          return across > 1 && Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 1
        }),
      )
      .map((control) => control.outerHTML.slice(0, 120))
  })
}

test('a model that takes tools searches by itself', async ({ start, server }) => {
  listModel(server, 'parley-large', { supported_parameters: ['tools'] })
  server.behave(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') return { kind: 'answer', text: 'Two rents [1].' }
    const toolCall = { id: 'call_1', name: 'search_knowledge', arguments: '{"query":"deposit"}' }
    return { kind: 'answer', text: '', toolCalls: [toolCall] }
  })
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await page.getByRole('button', { name: /parley-large/ }).waitFor()
  await addBase(page)
  await page.locator('form.composer').getByRole('button', { name: 'Knowledge' }).click()
  const bases = page.getByRole('dialog', { name: 'Knowledge' })
  await bases.getByRole('switch', { name: 'Contracts' }).click()
  await bases.getByRole('combobox', { name: 'Search' }).click()
  await page.getByRole('option', { name: 'When the model asks' }).click()
  await page.keyboard.press('Escape')
  await send('What is the deposit?')
  const answer = last('Assistant')
  await expect(answer.getByRole('button', { name: 'Source 1: Lease' })).toBeVisible()
  await expect(answer.getByText('Document search')).toBeVisible()
})

test('a document that is too long for the model is asked by its passages, and keeps its chip', async ({
  start,
  server,
}) => {
  server.behave(({ messages }) => {
    const asked = messages.at(-1)?.content ?? ''
    const number = /\[(\d+)\] report\.txt[^\n]*\n[^[]*heron/.exec(asked)?.[1] ?? 'none'
    return { kind: 'answer', text: `By a heron [${number}].` }
  })
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const text = Array.from({ length: 4000 }, (_, index) => `Day ${index}: ${filler.slice(0, 60)}.`)
  text.splice(2000, 0, 'The fish of the pond were eaten by a heron.')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach', exact: true }).click(),
  ])
  const buffer = Buffer.from(text.join('\n\n'))
  await chooser.setFiles({ name: 'report.txt', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Ask this document' }).click()
  await expect(page.getByRole('button', { name: 'Ask this document' })).toHaveCount(0)
  const chip = page.locator('form.composer').getByRole('list', { name: 'Attached files' })
  await expect(chip).toContainText('report.txt')
  await expect(chip).toContainText('sent as fitting passages')
  await expectAccessible(page)
  await send('Who has eaten the fish of the pond?')
  await expect(last('You').getByText('report.txt')).toBeVisible()
  const mark = last('Assistant').getByRole('button', { name: 'Source 1: report.txt' })
  await mark.click()
  await expect(page.getByRole('dialog', { name: 'report.txt' })).toContainText('by a heron')
  // No base was made of it.
  expect(await call(page, 'knowledge.bases', {})).toMatchObject({ value: [] })
})
