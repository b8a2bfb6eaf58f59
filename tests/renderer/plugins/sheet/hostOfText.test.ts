import { expect, test } from 'vitest'
import { hostOfText } from '../../../../src/renderer/plugins/sheet/hostOfText.ts'

test.each([
  ['api.example.com', 'api.example.com'],
  [' API.Example.com. ', 'api.example.com'],
  ['https://api.example.com/v1?key', 'api.example.com'],
  ['http://localhost:8080/', 'localhost:8080'],
  ['api.example.com:8443', 'api.example.com:8443'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['0x7f.1', '127.0.0.1'],
  ['[::1]:80', '[::1]:80'],
  ['*.example.com', undefined],
  ['', undefined],
  ['two words', undefined],
  ['https://', undefined],
])('%j names %j', (text, host) => {
  expect(hostOfText(text)).toBe(host)
})
