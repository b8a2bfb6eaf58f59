import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseStartArguments } from '../../scripts/startArguments.mjs'
import { parseTestArguments, parts } from '../../scripts/testArguments.mjs'

const parse = (given: string[], env: NodeJS.ProcessEnv = {}): string[] =>
  parseStartArguments(given, env, '/home/me').appArguments

test('the data folder is taken from the folder the command was typed in', () => {
  const expected = `--user-data-dir=${resolve('/home/me', 'data')}`
  expect(parse(['--user-data-dir=data'])).toEqual([expected])
  expect(parse(['--user-data-dir', 'data'])).toEqual([expected])
  expect(parse([], { PARLEY_USER_DATA: 'data' })).toEqual([expected])
  expect(parse(['--user-data-dir=/a=b c'])).toEqual([`--user-data-dir=${resolve('/a=b c')}`])
})

test('the argument wins over the environment, and the last one over the first', () => {
  const env = { PARLEY_USER_DATA: '/other' }
  expect(parse(['--user-data-dir=/one', '--user-data-dir=/two'], env)).toEqual([
    `--user-data-dir=${resolve('/two')}`,
  ])
})

test('a data folder without a name is refused', () => {
  for (const given of [['--user-data-dir='], ['--user-data-dir'], ['--user-data-dir', '--dev']]) {
    expect(() => parse(given)).toThrow('--user-data-dir needs a folder')
  }
})

test('other switches go to the app, our own do not', () => {
  expect(parse(['--dev', '--lang=ar', 'x'])).toEqual(['--lang=ar', 'x'])
  expect(parseStartArguments(['--dev'], {}, '/').isDevelopment).toBe(true)
  expect(parseStartArguments(['-h'], {}, '/').wantsHelp).toBe(true)
})

test('npm test runs everything, or the parts named first, narrowed by what follows', () => {
  expect(parseTestArguments([])).toEqual({ selected: parts, filters: [], onElectron: false })
  expect(parseTestArguments(['types', 'lint'])).toEqual({
    selected: ['types', 'lint'],
    filters: [],
    onElectron: false,
  })
  expect(parseTestArguments(['e2e', 'chat'])).toMatchObject({
    selected: ['e2e'],
    filters: ['chat'],
  })
})

test('npm test asks the contract where it is named, and of Electron where that is', () => {
  expect(parts).not.toContain('contract')
  const contract = { selected: ['contract'], filters: [] }
  expect(parseTestArguments(['contract'])).toEqual({ ...contract, onElectron: false })
  expect(parseTestArguments(['contract', '--electron'])).toEqual({ ...contract, onElectron: true })
  expect(() => parseTestArguments(['unit', '--electron'])).toThrow('contract --electron')
})
