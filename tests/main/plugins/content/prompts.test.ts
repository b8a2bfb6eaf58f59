import { expect, test } from 'vitest'
import { publishedServer } from '../../mcp/testServers.ts'
import { openTestPlugins } from '../openTestPlugins.ts'

const command = `"${process.execPath}" "${publishedServer('everything')}" stdio`

/** Installs server-everything, whose prompts, resources and completions are known. */
async function installEverything() {
  const plugins = openTestPlugins()
  const { id } = await plugins.install({ kind: 'command', command })
  await plugins.tools()
  const { content, caller } = plugins
  return { ...plugins, pluginId: id, content, caller }
}

test('a server’s prompts are listed with their arguments', async () => {
  const { content, caller, pluginId } = await installEverything()
  const servers = await content.servers({ conversationId: null }, caller)
  expect(servers).toMatchObject([{ pluginId, host: null, prompts: true, resources: true }])
  const { prompts, leftOut } = await content.prompts({ pluginId }, caller)
  expect(leftOut).toBe(0)
  expect(prompts).toContainEqual({
    name: 'args-prompt',
    title: 'Arguments Prompt',
    description: 'A prompt with two arguments, one required and one optional',
    arguments: [
      { name: 'city', description: 'Name of the city', required: true },
      { name: 'state', description: '', required: false },
    ],
    argumentsLeftOut: 0,
  })
})

test('the server proposes values that fit what is entered already', async () => {
  const { content, caller, pluginId } = await installEverything()
  const of = { kind: 'prompt' as const, name: 'completable-prompt' }
  const complete = (name: string, value: string, given: Record<string, string>) =>
    content.complete({ pluginId, of, name, value, given }, caller)
  expect(await complete('department', 'S', {})).toEqual(['Sales', 'Support'])
  expect(await complete('name', '', { department: 'Sales' })).toEqual(['David', 'Eve', 'Frank'])
})

test('a filled-in prompt has its text, and its resource as a file of the server', async () => {
  const { content, caller, pluginId, log } = await installEverything()
  const given = { resourceType: 'Text', resourceId: '7' }
  const filled = await content.fillPrompt(
    { pluginId, name: 'resource-prompt', arguments: given },
    caller,
  )
  expect(filled.text).toContain('includes the Text resource with id: 7')
  expect(filled.files).toMatchObject([
    {
      mediaType: 'text/plain',
      origin: {
        pluginId,
        uri: 'demo://resource/dynamic/text/7',
        title: expect.stringMatching(/./) as string,
      },
    },
  ])
  expect(await log()).toMatchObject([
    { tool: 'prompts/get resource-prompt', verdict: 'done', arguments: JSON.stringify(given) },
  ])
})

test('a prompt that the server refuses fails, and is logged so', async () => {
  const { content, caller, pluginId, log } = await installEverything()
  const refused = content.fillPrompt({ pluginId, name: 'no-such', arguments: {} }, caller)
  await expect(refused).rejects.toMatchObject({ code: 'pluginServerFailed' })
  expect(await log()).toMatchObject([{ verdict: 'failed' }])
})

test('a plugin that is off is asked nothing, and what it was asked ends with it', async () => {
  const { content, caller, pluginId, handlers, servers } = await installEverything()
  await handlers.setEnabled({ id: pluginId, enabled: false }, caller)
  await expect(content.prompts({ pluginId }, caller)).rejects.toMatchObject({
    code: 'pluginRefused',
  })
  expect(await content.servers({ conversationId: null }, caller)).toEqual([])
  await expect.poll(() => servers.states().filter(({ phase }) => phase === 'ready')).toEqual([])
})
