import { expect, test } from 'vitest'
import { plainUrl } from '../../../../src/main/network/hostRule.ts'
import { createHostRule } from '../../../../src/main/plugins/network/sheetRule.ts'
import type { SheetHost } from '../../../../src/shared/plugins/pluginSheet.ts'

const hosts: SheetHost[] = [
  { host: 'api.example.com', sends: ['arguments', 'secrets'], required: true },
  { host: 'Other.Example.com.:8443', sends: [], required: false },
  { host: 'localhost:3000', sends: ['arguments'], required: false },
]
const choices = { hostsOff: [], localNetwork: false }
const url = (text: string): URL => plainUrl(new URL(text))

test.each([
  ['https://api.example.com/x', true],
  ['http://api.example.com/x', true],
  ['https://API.example.com./x', true],
  ['https://api.example.com:443/', true],
  ['https://other.example.com:8443/', true],
  ['http://localhost:3000/', true],
  ['https://api.example.com:444/', false],
  ['https://other.example.com/', false],
  ['https://sub.api.example.com/', false],
  ['https://api.example.com.evil.test/', false],
  ['https://api.example.com@evil.test/', false],
  ['https://evil.test/api.example.com', false],
  ['http://localhost/', false],
])('the sheet names %s: %s', (address, isNamed) => {
  expect(createHostRule({ hosts }, choices).allowsHost(url(address))).toBe(isNamed)
})

test('a host that the user turned off is not reached', () => {
  const rule = createHostRule({ hosts }, { ...choices, hostsOff: ['api.example.com'] })
  expect(rule.allowsHost(url('https://api.example.com/'))).toBe(false)
  expect(rule.allowsHost(url('https://other.example.com:8443/'))).toBe(true)
})

test.each([
  ['8.8.8.8', 'https://api.example.com/', true, true],
  ['192.168.1.1', 'https://api.example.com/', false, false],
  ['192.168.1.1', 'http://nas.local/', false, true],
  ['127.0.0.1', 'http://nas.local/', false, false],
  ['127.0.0.1', 'https://api.example.com/', false, false],
  ['127.0.0.1', 'http://localhost:3000/', false, true],
  ['::1', 'http://localhost:3000/', false, true],
  ['127.0.0.1', 'http://127.0.0.1:3000/', false, true],
  ['169.254.169.254', 'http://localhost:3000/', false, false],
])('%s for %s: %s, with the local network allowed %s', (ip, address, strict, open) => {
  const rule = (localNetwork: boolean) => createHostRule({ hosts }, { hostsOff: [], localNetwork })
  expect(rule(false).allowsAddress(ip, url(address))).toBe(strict)
  expect(rule(true).allowsAddress(ip, url(address))).toBe(open)
})

test('data follows a redirect only to a host that gets arguments', () => {
  const { allowsBody } = createHostRule({ hosts }, choices)
  expect(allowsBody?.(url('https://api.example.com/'))).toBe(true)
  expect(allowsBody?.(url('https://other.example.com:8443/'))).toBe(false)
})
