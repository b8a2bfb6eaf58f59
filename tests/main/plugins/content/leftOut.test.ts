import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openTestPlugins } from '../openTestPlugins.ts'

interface Counts {
  /** Arguments of each prompt, and variables of each template. */
  fields?: number
  /** Whether each list goes on for ever. */
  isEndless?: boolean
  tools: number
  prompts: number
  resources: number
  templates: number
}

/** Installs a server that lists so many entries; the last resource and template have endless addresses. */
async function installLong(counts: Counts) {
  const { tools, prompts, resources, templates, fields = 0, isEndless = false } = counts
  const file = join(temporaryFolder(), 'server.mjs')
  writeFileSync(
    file,
    `
    import { createInterface } from 'node:readline'
    const many = (count, make) => Array.from({ length: count }, (_each, at) => make('entry' + at))
    const long = (name, count) => 'file:///' + (name === 'entry' + (count - 1) ? 'x'.repeat(6000) : name)
    const fields = many(${String(fields)}, (name) => ({ name }))
    const variables = fields.map(({ name }) => '/{' + name + '}').join('')
    let page = 0
    const lists = {
      'tools/list': { tools: many(${String(tools)}, (name) => ({ name, inputSchema: { type: 'object' } })) },
      'prompts/list': { prompts: many(${String(prompts)}, (name) => ({ name, arguments: fields })) },
      'resources/list': {
        resources: many(${String(resources)}, (name) => ({ name, uri: long(name, ${String(resources)}) })),
      },
      'resources/templates/list': {
        resourceTemplates: many(${String(templates)}, (name) => ({
          name, uriTemplate: long(name, ${String(templates)}) + variables,
        })),
      },
    }
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line)
      const result = method === 'initialize'
        ? {
            protocolVersion: '2025-11-25',
            serverInfo: { name: 'Long', version: '1' },
            capabilities: { tools: {}, prompts: {}, resources: {} },
          }
        : (lists[method] ?? {})
      if (lists[method] && ${String(isEndless)}) result.nextCursor = String((page += 1))
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }
  `,
  )
  const plugins = openTestPlugins()
  const command = `"${process.execPath}" "${file}"`
  const { id: pluginId } = await plugins.install({ kind: 'command', command })
  await plugins.tools()
  return { ...plugins, pluginId }
}

test('what is left out of a server’s lists is told where they are shown, and once in the log', async () => {
  const { content, caller, pluginId, handlers, log } = await installLong({
    ...{ tools: 612, prompts: 501, resources: 503, templates: 205 },
  })
  const [plugin] = await handlers.list({}, caller)
  expect(plugin?.sheet.tools).toHaveLength(500)
  expect(plugin?.sheet.notes).toContainEqual({
    ...{ code: 'toolsLeftOut', path: 'tools', subject: '112' },
  })
  for (let time = 0; time < 2; time += 1) {
    expect(await content.prompts({ pluginId }, caller)).toMatchObject({
      ...{ prompts: { length: 500 }, leftOut: 1 },
    })
    expect(await content.resources({ pluginId }, caller)).toMatchObject({
      ...{ resources: { length: 500 }, leftOut: 3 },
    })
    expect(await content.templates({ pluginId }, caller)).toMatchObject({
      ...{ templates: { length: 200 }, leftOut: 5 },
    })
  }
  const noted = (await log()).filter(({ verdict }) => verdict === 'noted')
  expect(noted.map(({ tool, arguments: text }) => [tool, text])).toEqual([
    ['leftOut', 'resources/templates/list: 5'],
    ['leftOut', 'resources/list: 3'],
    ['leftOut', 'prompts/list: 1'],
    ['leftOut', 'tools/list: 112'],
  ])
})

test('of lists that are read whole nothing is said, but of what Parley can not use', async () => {
  const { content, caller, pluginId, handlers, log } = await installLong({
    ...{ tools: 500, prompts: 500, resources: 2, templates: 0 },
  })
  const [plugin] = await handlers.list({}, caller)
  expect(plugin?.sheet.notes.map(({ code }) => code)).not.toContain('toolsLeftOut')
  expect(await content.prompts({ pluginId }, caller)).toMatchObject({ leftOut: 0 })
  expect(await content.resources({ pluginId }, caller)).toMatchObject({
    ...{ resources: { length: 1 }, leftOut: 1 },
  })
  expect((await log()).map(({ arguments: text }) => text)).toEqual(['resources/list: 1'])
})

test('what a prompt or a template asks beyond 50 fields is counted', async () => {
  const { content, caller, pluginId } = await installLong({
    ...{ tools: 1, prompts: 1, resources: 0, templates: 2, fields: 53 },
  })
  expect(await content.prompts({ pluginId }, caller)).toMatchObject({
    prompts: [{ arguments: { length: 50 }, argumentsLeftOut: 3 }],
    isCut: false,
  })
  expect(await content.templates({ pluginId }, caller)).toMatchObject({
    templates: [{ variables: { length: 50 }, variablesLeftOut: 3 }],
    isCut: false,
  })
})

test('a list without an end is told where it is shown', async () => {
  const { content, caller, pluginId, handlers } = await installLong({
    ...{ tools: 1, prompts: 1, resources: 0, templates: 2, isEndless: true },
  })
  const [plugin] = await handlers.list({}, caller)
  expect(plugin?.sheet.notes).toContainEqual({ code: 'toolsCut', path: 'tools', subject: '' })
  expect(await content.prompts({ pluginId }, caller)).toMatchObject({ isCut: true })
  expect(await content.templates({ pluginId }, caller)).toMatchObject({ isCut: true })
})
