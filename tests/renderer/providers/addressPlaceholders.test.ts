import { expect, test } from 'vitest'
import {
  fillPlaceholders,
  placeholdersIn,
} from '../../../src/renderer/providers/addressPlaceholders.ts'

const address = 'https://{resource}.example/{region}/{resource}/v1'

test('each placeholder is asked for once, in the order of the address', () => {
  expect(placeholdersIn(address)).toEqual(['resource', 'region'])
  expect(placeholdersIn('https://api.example/v1')).toEqual([])
})

test('the address is there once every gap is filled', () => {
  expect(fillPlaceholders(address, { resource: 'mine' })).toBeUndefined()
  expect(fillPlaceholders(address, { resource: 'mine', region: '  ' })).toBeUndefined()
  expect(fillPlaceholders(address, { resource: ' mine ', region: 'eu' })).toBe(
    'https://mine.example/eu/mine/v1',
  )
})

test('what is filled in can’t lead to another host', () => {
  const filled = fillPlaceholders('https://{resource}.example/v1', { resource: 'evil.test/?' })
  expect(filled).toBe('https://evil.test%2F%3F.example/v1')
  expect(URL.canParse(filled ?? '')).toBe(false)
})
