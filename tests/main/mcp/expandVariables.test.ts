import { expect, test } from 'vitest'
import { expandArguments, expandVariables } from '../../../src/main/mcp/expandVariables.ts'

const from = {
  values: {
    key: "a$&b$1$'",
    trick: '${user_config.key}',
    folders: ['/a b', '/c'],
    none: [],
    '(a+)+$': 'x',
  },
  directory: '/bundle',
}

test('a value stays as it is, whatever it looks like', () => {
  expect(expandVariables('k=${user_config.key}.', from)).toBe("k=a$&b$1$'.")
  expect(expandVariables('${user_config.trick}', from)).toBe('${user_config.key}')
  expect(expandVariables('${user_config.(a+)+$}', from)).toBe('${user_config.(a+)+$}')
  expect(expandVariables('${__dirname}/server.js', from)).toBe('/bundle/server.js')
  expect(expandVariables('${unknown} $HOME ${', from)).toBe('${unknown} $HOME ${')
})

test('an argument that is a list becomes several', () => {
  const parts = [
    '--in',
    '${user_config.folders}',
    '${user_config.none}',
    '--to=${user_config.folders}',
  ]
  expect(expandArguments(parts, from)).toStrictEqual(['--in', '/a b', '/c', '--to=/a b,/c'])
})

test('a setting without a value is named', () => {
  expect(() => expandVariables('${user_config.token}', from)).toThrow(
    expect.objectContaining({ code: 'pluginSettingsInvalid', details: { subject: 'token' } }),
  )
  // Names of every object's own properties are no settings.
  expect(() => expandVariables('${user_config.constructor}', from)).toThrow('constructor')
})
