import { expect, test } from 'vitest'
import { withPackage } from '../../../../src/main/mcp/intake/packageCommand.ts'
import { parseJsonc } from '../../../../src/main/mcp/intake/parseJsonc.ts'
import { readConfigurations } from '../../../../src/main/mcp/intake/readConfigurations.ts'
import { readServerJson } from '../../../../src/main/mcp/intake/readServerJson.ts'

test('a file of Claude Desktop or Cursor is read; keys become settings', () => {
  const file = {
    mcpServers: {
      github: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-github@2025.4.8', '--read-only'],
        env: { GITHUB_TOKEN: 'ghp_abc', LOG_LEVEL: 'debug' },
      },
      remote: { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer abc' } },
      old: { url: 'https://mcp.example.com/sse' },
      broken: { command: 5 },
      empty: {},
    },
  }
  const servers = readConfigurations(JSON.stringify(file))
  expect(servers.map(({ name }) => name)).toStrictEqual(['github', 'remote', 'old'])
  expect(servers[0]).toMatchObject({
    config: {
      transport: 'stdio',
      command: 'node',
      arguments: ['--read-only'],
      environment: { GITHUB_TOKEN: '${user_config.GITHUB_TOKEN}', LOG_LEVEL: 'debug' },
      package: { name: '@modelcontextprotocol/server-github', version: '2025.4.8' },
    },
    settings: { properties: { GITHUB_TOKEN: { type: 'string', format: 'password' } } },
    values: { GITHUB_TOKEN: 'ghp_abc' },
  })
  expect(servers[1]).toMatchObject({
    config: { transport: 'http', headers: { Authorization: '${user_config.Authorization}' } },
    values: { Authorization: 'Bearer abc' },
  })
  expect(servers[2]?.config.transport).toBe('sse')
  // No key stays where it would be kept in the clear.
  expect(JSON.stringify(servers.map(({ config }) => config))).not.toMatch(/ghp_|Bearer/)
})

test('a file of VS Code may have comments and ask for values', () => {
  const [server] = readConfigurations(`{
    // Servers: "mcpServers" is another client's name for them
    "inputs": [
      { "type": "promptString", "id": "api-key", "description": "Your // key", "password": true },
      { "type": "pickString", "id": "region", "options": ["eu", "us"], "default": "eu" },
    ],
    "servers": {
      "maps": {
        "type": "stdio", "command": "uvx", "args": ["maps", "--region=\${input:region}"], /* here */
        "env": { "API_KEY": "\${input:api-key}", "HOST": "\${env:MAPS_HOST}" },
      },
    },
  }`)
  expect(server).toMatchObject({
    config: {
      command: 'uvx',
      arguments: ['maps', '--region=${user_config.region}'],
      environment: { API_KEY: '${user_config.api-key}', HOST: '${user_config.MAPS_HOST}' },
    },
    settings: {
      properties: {
        'api-key': { format: 'password', description: 'Your // key' },
        region: { enum: ['eu', 'us'], default: 'eu' },
        MAPS_HOST: { type: 'string' },
      },
    },
  })
})

test('comments that never end take no time', () => {
  const text = `{"mcpServers":{}} ${',/*'.repeat(300_000)}`
  // Anything that is not linear would take minutes.
  expect(parseJsonc(text)).toStrictEqual({ mcpServers: {} })
})

test.for(['', '[]', '{}', '{"mcpServers":[]}', 'x'])('%s has no servers', (text) => {
  expect(() => readConfigurations(text)).toThrow(
    expect.objectContaining({ code: 'pluginManifestInvalid' }),
  )
})

test.for([
  [['-y', 'server@1.0.0', 'a'], { name: 'server', version: '1.0.0' }, ['a']],
  [['--yes', '--', '@scope/server'], { name: '@scope/server', version: 'latest' }, []],
  [['-p', 'other', 'server'], null, ['-p', 'other', 'server']],
  [['github:user/server'], null, ['github:user/server']],
  [['./server'], null, ['./server']],
] as const)('npx %j', ([parts, expected, left]) => {
  const base = { transport: 'stdio', command: 'npx', environment: {}, folder: null } as const
  const config = withPackage({ ...base, arguments: [...parts], package: null })
  expect(config.package).toStrictEqual(expected)
  expect(config.arguments).toStrictEqual(left)
})

test('a server.json with a package becomes one that is installed once', () => {
  const server = readServerJson({
    name: 'io.github.ada/weather',
    description: 'Tells the weather',
    version: '1.0.2',
    packages: [
      {
        registryType: 'npm',
        identifier: '@ada/weather',
        version: '1.0.2',
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'WEATHER_KEY', description: 'Your key', isRequired: true, isSecret: true },
          { name: 'UNIT', choices: ['c', 'f'], default: 'c' },
        ],
        packageArguments: [
          { type: 'positional', value: 'serve' },
          { type: 'named', name: '--place', valueHint: 'place', isRequired: true },
          { type: 'named', name: '--proxy', valueHint: 'url' },
        ],
      },
    ],
  })
  expect(server).toMatchObject({
    name: 'io.github.ada/weather',
    title: 'weather',
    author: 'io.github.ada',
    version: '1.0.2',
    config: {
      command: 'node',
      package: { name: '@ada/weather', version: '1.0.2' },
      arguments: ['serve', '--place', '${user_config.place}'],
      environment: { WEATHER_KEY: '${user_config.WEATHER_KEY}', UNIT: '${user_config.UNIT}' },
    },
    settings: {
      required: ['WEATHER_KEY', 'place'],
      properties: {
        WEATHER_KEY: { format: 'password', description: 'Your key' },
        UNIT: { enum: ['c', 'f'], default: 'c' },
      },
    },
  })
})

test('an address comes before a package, and its headers may hold variables', () => {
  const { config, settings } = readServerJson({
    server: {
      name: 'com.example/maps',
      packages: [{ registry_name: 'pypi', name: 'maps', version: '1' }],
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://example.com/mcp',
          headers: [
            {
              name: 'Authorization',
              value: 'Bearer {token} {other}',
              variables: { token: { isSecret: true, isRequired: true } },
            },
          ],
        },
      ],
    },
  })
  expect(config).toStrictEqual({
    transport: 'http',
    url: 'https://example.com/mcp',
    headers: { Authorization: 'Bearer ${user_config.token} {other}' },
  })
  expect(settings).toMatchObject({ properties: { token: { format: 'password' } } })
})

test.for([
  [{ name: 'x' }, 'packages'],
  [{ name: 'x', packages: [{ registryType: 'nuget', identifier: 'x' }] }, 'packages'],
  [{ packages: [] }, 'name'],
  ['text', ''],
] as const)('%j is refused', ([value, field]) => {
  expect(() => readServerJson(value)).toThrow(
    expect.objectContaining({
      code: 'pluginManifestInvalid',
      details: expect.objectContaining({ subject: field }) as unknown,
    }),
  )
})
