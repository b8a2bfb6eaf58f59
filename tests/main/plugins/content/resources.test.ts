import { expect, onTestFinished, test } from 'vitest'
import { startNewestServer } from '../../../fakes/newestServer.ts'
import { publishedServer } from '../../mcp/testServers.ts'
import { openTestPlugins } from '../openTestPlugins.ts'

const command = `"${process.execPath}" "${publishedServer('everything')}" stdio`

async function installNewest() {
  const server = await startNewestServer()
  onTestFinished(server.close)
  const plugins = openTestPlugins()
  const { id } = await plugins.install(server.url)
  await plugins.tools()
  return { ...plugins, server, pluginId: id }
}

test('resources are listed in pages, and read as files that know their origin', async () => {
  const plugins = openTestPlugins()
  const { id: pluginId } = await plugins.install({ kind: 'command', command })
  await plugins.tools()
  const { content, caller } = plugins
  const { resources, next } = await content.resources({ pluginId }, caller)
  expect(next).toBeNull()
  const [first] = resources
  expect(first?.uri).toMatch(/^demo:/)
  const uri = first?.uri ?? ''
  const [file] = await content.read({ pluginId, uri }, caller)
  expect(file).toMatchObject({ origin: { pluginId, uri } })
  expect(await plugins.log()).toMatchObject([{ tool: 'resources/read', verdict: 'done' }])
})

test('a template is filled in with the values that the server proposes', async () => {
  const { content, caller, pluginId, server } = await installNewest()
  const { templates, leftOut } = await content.templates({ pluginId }, caller)
  expect(leftOut).toBe(0)
  expect(templates[0]).toEqual({
    template: 'note://by/{author}',
    title: 'Notes by author',
    description: '',
    variables: ['author'],
    variablesLeftOut: 0,
  })
  const of = { kind: 'template' as const, uri: 'note://by/{author}' }
  const asked = { pluginId, of, name: 'author', value: 'A', given: {} }
  expect(await content.complete(asked, caller)).toEqual(['Ada', 'Alan'])
  const values = { author: 'Ada Å/../x' }
  const [file] = await content.read({ pluginId, uri: of.uri, values }, caller)
  // A value stays within its place.
  expect(file?.origin).toMatchObject({
    uri: 'note://by/Ada%20%C3%85%2F..%2Fx',
    source: new URL(server.url).host,
  })
})

test('a followed resource that changes is told of, also after the server was stopped', async () => {
  const { content, caller, pluginId, server, servers, changed } = await installNewest()
  await content.follow({ pluginId, uris: ['note://one'] }, caller)
  server.change('note://one')
  server.change('note://two')
  await expect.poll(() => changed).toEqual([{ id: pluginId, uri: 'note://one' }])
  await servers.stop(pluginId)
  await content.prompts({ pluginId }, caller)
  server.change('note://one')
  await expect.poll(() => changed).toHaveLength(2)
  await content.follow({ pluginId, uris: [] }, caller)
  server.change('note://one')
  await content.prompts({ pluginId }, caller)
  expect(changed).toHaveLength(2)
})
