import { expect, test } from 'vitest'
import { sourceOfText } from '../../../../src/renderer/plugins/market/sourceOfText.ts'

test.each([
  ['https://example.com/manifest.json', 'https://example.com/manifest.json'],
  ['  HTTP://example.com ', 'HTTP://example.com'],
  ['example.com/manifest.json', 'https://example.com/manifest.json'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000/mcp', 'http://127.0.0.1:3000/mcp'],
])('%s is an address', (text, url) => {
  expect(sourceOfText(text)).toEqual({ kind: 'address', url })
})

test.each([
  'npx -y @modelcontextprotocol/server-memory',
  '/usr/bin/server',
  'server.js',
  'node ./server.js http://localhost',
  'C:\\tools\\server.exe',
])('%s is a command', (command) => {
  expect(sourceOfText(` ${command} `)).toEqual({ kind: 'command', command })
})

test('JSON is a file', () => {
  const source = sourceOfText('{"mcpServers": {}}')
  expect(source).toEqual({
    kind: 'file',
    name: 'pasted.json',
    bytes: new TextEncoder().encode('{"mcpServers": {}}'),
  })
})

test('nothing is no source', () => {
  expect(sourceOfText(' ')).toBeUndefined()
})
