import { expect, test } from 'vitest'
import type { KeyOwner } from '../../../src/main/secrets/handlers.ts'
import { createKeyOwners } from '../../../src/main/secrets/keyOwners.ts'

const ownerAt = (origin: string, removed: string[] = []): KeyOwner => ({
  keyOrigin: async () => origin,
  removeKey: async (id) => void removed.push(`${origin} ${id}`),
})

test('a key belongs to the owner of its id, the last of several', async () => {
  const removed: string[] = []
  const owners = createKeyOwners()
  owners.add(() => true, ownerAt('https://first.example', removed))
  owners.add((id) => id === 'azure', ownerAt('https://second.example', removed))
  expect(await owners.keyOrigin('azure', 'first')).toBe('https://second.example')
  expect(await owners.keyOrigin('other', 'first')).toBe('https://first.example')
  await owners.removeKey('azure', 'first')
  expect(removed).toEqual(['https://second.example azure'])
})

test('a key is what a header can carry, unless its owner takes other texts', () => {
  const owners = createKeyOwners()
  owners.add(() => true, ownerAt('https://first.example'))
  owners.add((id) => id === 'database', {
    ...ownerAt('postgres://db'),
    parseKey: (_id, text) => text,
  })
  expect(owners.parseKey('other', ' sk-1 ')).toBe('sk-1')
  expect(() => owners.parseKey('other', 'two words')).toThrow(
    expect.objectContaining({ code: 'keyMalformed' }),
  )
  expect(owners.parseKey('database', ' zwei Wörter ')).toBe(' zwei Wörter ')
})

test('a key that nobody owns has no origin', async () => {
  const owners = createKeyOwners()
  owners.add((id) => id === 'azure', ownerAt('https://second.example'))
  await expect(owners.keyOrigin('other', 'first')).rejects.toMatchObject({
    code: 'providerMissing',
  })
})
