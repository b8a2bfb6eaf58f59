import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright'
import type { Inspection, InstalledPlugin } from '../../src/shared/plugins/plugins.ts'
import { expect, expectAccessible, listModel, settingsFor, test } from './parley.ts'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { pluginFrames } from './pluginPage.ts'

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

const text = (frame: Frame, id: string) => frame.locator(`#${id}`)

test('the view of a server’s tool shows its result, and asks for more', async ({
  start,
  server,
}, testInfo) => {
  const seen = join(testInfo.outputDir, 'seen.txt')
  mkdirSync(testInfo.outputDir, { recursive: true })
  writeFileSync(seen, '')
  listModel(server, 'parley-large', { supported_parameters: ['tools'] })
  let tool = ''
  server.behave(({ messages }) => {
    if (messages.at(-1)?.role === 'tool') return { kind: 'answer', text: 'There it is.' }
    const toolCalls = [{ id: 'call_1', name: tool, arguments: '{"size":8}' }]
    return { kind: 'answer', text: '', toolCalls }
  })
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await page.getByRole('button', { name: /parley-large/ }).waitFor()
  const fake = join(projectRoot, 'tests/fakes/viewServer.ts')
  const command = `"${process.execPath}" "${fake}" "${seen}"`
  const { id: inspectionId } = (await call(page, 'plugins.inspect', {
    source: { kind: 'command', command },
  })) as Inspection
  // In a sandbox it could not write down what it sees.
  const choices = {
    folders: [
      { path: testInfo.outputDir, access: 'write' },
      { path: projectRoot, access: 'read' },
    ],
  }
  const { id } = (await call(page, 'plugins.install', { inspectionId, choices })) as InstalledPlugin
  let tools: InstalledPlugin['sheet']['tools'] = []
  await expect
    .poll(async () => {
      const [plugin] = (await call(page, 'plugins.list', {})) as InstalledPlugin[]
      tools = plugin?.sheet.tools ?? []
      return tools.map(({ name }) => name)
    })
    .toEqual(['board', 'move', 'think'])
  expect(JSON.parse(readFileSync(seen, 'utf8').split('\n')[0] ?? '')).toMatchObject({
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
  })
  tool = tools[0]?.callName ?? ''
  await send('Show me the board')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(last('Assistant')).toContainText('There it is.')
  // The model is not offered what is there for views alone.
  const requests = server.requests.map(({ text: request }) => request).join('\n')
  expect(requests).toContain(tool)
  expect(requests).not.toContain(tools[1]?.callName)

  await expect.poll(() => pluginFrames(page).length).toBe(1)
  const frame = pluginFrames(page)[0]!
  await expect(text(frame, 'input')).toHaveText('{"size":8}')
  await expect(text(frame, 'result')).toHaveText('{"pieces":["a1"]}')
  await expect(text(frame, 'theme')).toHaveText('"light"')
  expect(await frame.evaluate('host')).toMatchObject({
    protocolVersion: '2026-01-26',
    toolInfo: { tool: { name: 'board' } },
    locale: 'en-US',
  })
  // As large as it asks, within bounds.
  await expect
    .poll(async () => (await page.locator('.plugin-frame').boundingBox())?.height)
    .toBe(900)
  await expectAccessible(page)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(text(frame, 'theme')).toHaveText('"dark"')
  await page.emulateMedia({ colorScheme: 'light' })

  const ask = (method: string, params: unknown): Promise<unknown> =>
    frame.evaluate(
      ([name, given]) =>
        (window as unknown as { ask: (...given: unknown[]) => unknown }).ask(name, given),
      [method, params] as const,
    )
  expect(await ask('resources/read', { uri: 'board://rules' })).toMatchObject({
    contents: [{ text: 'a resource' }],
  })
  for (const [method, params, code] of [
    ['tools/call', { name: 'think', arguments: {} }, -32_000],
    ['tools/call', { name: 'other', arguments: {} }, -32_000],
    ['tools/call', { arguments: {} }, -32_602],
    ['ui/open-link', { url: 'file:///etc/passwd' }, undefined],
    ['ui/message', { role: 'user', content: [] }, undefined],
    ['ui/message', { role: 'assistant', content: [] }, -32_602],
    ['eval', {}, -32_601],
  ] as const) {
    const answer = (await ask(method, params)) as { code?: number; isError?: boolean }
    expect([method, answer.code]).toEqual([method, code])
    if (code === undefined) expect(answer.isError).toBe(true)
  }
  // Nobody has pressed the view, so it tells the model nothing.
  const early = { content: [{ type: 'text', text: 'The user wants nothing.' }] }
  expect(await ask('ui/update-model-context', early)).toMatchObject({ code: -32_000 })
  // The sheet names no host, so what the view declares is not reached.
  expect(
    await frame.evaluate(() => fetch('https://board.example/').then(({ status }) => status)),
  ).toBe(403)

  await test.step('a call is asked for', async () => {
    await page.getByRole('button', { name: /^Use / }).click()
    await frame.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('button', { name: 'Show question' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Move a piece')
    await expect(dialog).toContainText('b2')
    expect(readFileSync(seen, 'utf8')).not.toContain('move')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Don’t answer' }).click()
    await expect(text(frame, 'answer')).toContainText('pluginRefused')
    await page.getByRole('button', { name: /^Use / }).click()
    await frame.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('button', { name: 'Show question' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run once' }).click()
    await expect(text(frame, 'answer')).toContainText('did move')
    expect(readFileSync(seen, 'utf8').match(/^move .*$/gm)).toEqual(['move {"to":"b2"}'])
    const log = (await call(page, 'plugins.log', { limit: 10 })) as {
      tool: string
      verdict: string
    }[]
    expect(log.map(({ tool: name, verdict }) => `${name} ${verdict}`)).toEqual(
      expect.arrayContaining(['move denied', 'move done', 'board done']),
    )
  })

  await test.step('a link is asked for', async () => {
    await page.getByRole('button', { name: /^Use / }).click()
    await frame.getByRole('button', { name: 'Rules' }).click()
    await page.getByRole('button', { name: 'Show question' }).click()
    await expect(page.getByRole('dialog')).toContainText('rules.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Don’t answer' }).click()
    await expect(text(frame, 'answer')).toHaveText('{"isError":true}')
  })

  await test.step('a message is proposed, and goes into the composer alone', async () => {
    const proposed = ask('ui/message', {
      role: 'user',
      content: [{ type: 'text', text: 'Play b2, please.' }],
    })
    await page.getByRole('button', { name: 'Show question' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Play b2, please.')
    await dialog.getByRole('button', { name: 'Insert into message field' }).click()
    expect(await proposed).toEqual({})
    await expect(page.locator('#composer')).toHaveValue('Play b2, please.')
    const told = { content: [{ type: 'text', text: 'A piece stands on b2.' }] }
    expect(await ask('ui/update-model-context', told)).toEqual({})
    const asked = server.requests.length
    await page.locator('#composer').press('Enter')
    await expect.poll(() => server.requests.length).toBeGreaterThan(asked)
    expect(server.requests.at(-1)?.text).toContain('A piece stands on b2.')
  })

  await test.step('a file is asked for, and not saved unless the user chooses a place', async () => {
    const contents = [{ type: 'resource', resource: { uri: 'board://../game.pgn', text: '1. e4' } }]
    const saved = ask('ui/download-file', { contents })
    await page.getByRole('button', { name: 'Show question' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('game.pgn')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Don’t answer' }).click()
    expect(await saved).toEqual({ isError: true })
  })

  await test.step('a question ends with its view', async () => {
    await page.getByRole('button', { name: /^Use / }).click()
    await frame.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByRole('button', { name: 'Show question' })).toBeVisible()
    await call(page, 'plugins.setEnabled', { id, enabled: false })
    await expect(page.getByRole('button', { name: 'Show question' })).toHaveCount(0)
    await expect.poll(() => pluginFrames(page)).toEqual([])
  })
})
