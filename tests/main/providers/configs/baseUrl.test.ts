import { expect, test } from 'vitest'
import {
  assertKeyMayTravel,
  isLocalAddress,
  parseBaseUrl,
  passageTo,
} from '../../../../src/main/providers/configs/baseUrl.ts'

test.each([
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ['  https://api.example.com/v1//  ', 'https://api.example.com/v1'],
  ['https://api.example.com', 'https://api.example.com/v1'],
  ['https://api.example.com/', 'https://api.example.com/v1'],
  ['api.example.com/v1', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/chat/completions/', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/models', 'https://api.example.com/v1'],
  ['https://api.example.com/openai/v1#intro', 'https://api.example.com/openai/v1'],
  ['localhost:11434', 'http://localhost:11434/v1'],
  ['127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
  ['192.168.1.20:8080', 'http://192.168.1.20:8080/v1'],
  ['[::1]:8080', 'http://[::1]:8080/v1'],
  ['nas:8080', 'http://nas:8080/v1'],
  ['HTTPS://API.Example.COM/V1', 'https://api.example.com/V1'],
  ['https://bücher.example/v1', 'https://xn--bcher-kva.example/v1'],
])('%j is %s', (text, baseUrl) => {
  expect(parseBaseUrl(text).baseUrl).toBe(baseUrl)
})

test('keeps query fields, as Azure needs them', () => {
  const text =
    'https://x.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2026-01-01'
  expect(parseBaseUrl(text)).toEqual({
    baseUrl: 'https://x.openai.azure.com/openai/deployments/gpt',
    query: { 'api-version': '2026-01-01' },
  })
})

test.each([
  '',
  '   ',
  'ftp://api.example.com',
  'file:///etc/passwd',
  'javascript://alert(1)',
  'https://',
  'https://user:secret@api.example.com/v1',
  'https://secret@api.example.com/v1',
  'https://{resource}.openai.azure.com/openai/v1',
  'https://api.example.com:99999/v1',
  'https://platform.openai.com/api-keys',
  'https://chatgpt.com/',
  'hello world',
  'https://api.example.com/a b',
  'https:\\\\api.example.com',
])('%j is no address', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'addressInvalid' }))
})

test('does not repeat a password in the error', () => {
  try {
    parseBaseUrl('https://user:secret@api.example.com/v1')
    expect.unreachable()
  } catch (error) {
    expect(JSON.stringify(error) + String(error)).not.toContain('secret')
  }
})

test.each([
  'https://api.example.com/v1',
  'https://nas.local/v1',
  'http://127.0.0.1:1/v1',
  'http://127.0.0.1./v1',
  'http://0x7f000001/v1',
  'http://2130706433/v1',
  'http://localhost/v1',
  'http://[::1]/v1',
  'http://10.1.2.3/v1',
  'http://012.1.2.3/v1',
  'http://172.31.0.1/v1',
  'http://192.168.0.9/v1',
  'http://169.254.1.1/v1',
  'http://[::ffff:10.1.2.3]/v1',
  'http://[fd00::1]/v1',
  'http://[fe80::1]/v1',
])('a key may go to %s', (address) => {
  expect(passageTo(address)).toBe('free')
})

test.each([
  'http://nas/v1',
  'http://NAS:8080/v1',
  'http://server.local/v1',
  'http://server.office.local/v1',
  'http://xn--nas-pla/v1',
])('a key may go to %s if the user says so', (address) => {
  expect(passageTo(address)).toBe('ask')
})

test.each([
  'http://api.example.com/v1',
  'http://8.8.8.8/v1',
  'http://134744072/v1',
  'http://172.32.0.1/v1',
  'http://100.100.1.1/v1',
  'http://0.0.0.0/v1',
  'http://0/v1',
  'http://[::]/v1',
  'http://[::ffff:8.8.8.8]/v1',
  'http://[::10.1.2.3]/v1',
  'http://[64:ff9b::10.1.2.3]/v1',
  'http://127.0.0.1.example.com/v1',
  'http://localhost.example.com/v1',
  'http://localhost./v1',
  'http://any.localhost/v1',
  'http://server.local./v1',
  'http://nas./v1',
  'http://nas.lan/v1',
  'http://nas.internal/v1',
  'http://[2001:db8::1]/v1',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'not an address',
])('a key may not go to %s', (address) => {
  expect(passageTo(address)).toBe('refused')
  expect(() => assertKeyMayTravel(address)).toThrow(
    expect.objectContaining({ code: 'addressInvalid' }),
  )
})

test('knows which addresses are on this machine, however they are written', () => {
  const here = ['http://127.8.8.8', 'http://localhost:1', 'http://0x7f.1/', 'https://[::1]:5/v1']
  const elsewhere = ['http://192.168.0.1', 'https://localhost.example.com', 'nonsense']
  expect(here.filter(isLocalAddress)).toEqual(here)
  expect(elsewhere.filter(isLocalAddress)).toEqual([])
})
