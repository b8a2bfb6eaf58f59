import { expect, test } from 'vitest'
import type { Tool } from '../../../../src/main/tools/tool.ts'
import { keepResult } from '../../../../src/main/tools/keepResult.ts'
import type { Part } from '../../../../src/shared/chat/parts.ts'
import { publishedServer } from '../../mcp/testServers.ts'
import { openTestPlugins, scope } from '../openTestPlugins.ts'

const command = `"${process.execPath}" "${publishedServer('everything')}" stdio`
const never = new AbortController().signal

test('a resource to which a result links is read by a tool, and no other', async () => {
  const plugins = openTestPlugins()
  const { id: pluginId } = await plugins.install({ kind: 'command', command })
  const tools = await plugins.tools()
  const linking = tools.find(({ title }) => /resource links/i.test(title)) as Tool
  const result = await plugins.run(linking.name, '{"count":2}')
  const kept = await keepResult(result, () => expect.unreachable())
  expect(kept.text).toContain('read_resource reads')
  const link = kept.links?.find(({ uri }) => uri.includes('/text/'))
  expect(link).toMatchObject({ pluginId, uri: expect.stringMatching(/^demo:/) as string })

  const read = tools.find(({ name }) => name === 'read_resource') as Tool
  const earlier: Part[] = [{ type: 'toolResult', id: 'c', ...kept }]
  const context = { ...scope, messageId: 'm', toolCallId: 'd', argumentsText: '', earlier }
  const uri = link?.uri ?? ''
  // The flow rule knows the server as it knows its results.
  const consent = await read.consent({ uri }, context)
  expect(consent).toMatchObject({ ask: 'oncePerChat', destination: result.source })
  const { parts, source } = await read.run({ uri }, context, never)
  expect(JSON.stringify(parts)).toContain('This is a plaintext resource')
  expect(source).toBe(result.source)
  expect(await plugins.log(1)).toMatchObject([{ tool: 'resources/read', verdict: 'done' }])
  const other = { uri: `${uri}?secret` }
  expect(() => read.consent(other, context)).toThrow('No result of this chat')
  await plugins.handlers.setEnabled({ id: pluginId, enabled: false }, plugins.caller)
  expect(() => read.consent({ uri }, context)).toThrow('No result of this chat')
})
