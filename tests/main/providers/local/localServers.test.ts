import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  defaultAddress,
  localServerIds,
  localServers,
} from '../../../../src/main/providers/local/localServers.ts'

function addressOf(id: string, environment: NodeJS.ProcessEnv = {}): string | undefined {
  const server = localServers.find((candidate) => candidate.id === id)
  return server && defaultAddress(server, environment)
}

test('the table is as it has to be', () => {
  const server = z.strictObject({
    id: z.enum(localServerIds),
    name: z.string(),
    port: z.number().int(),
    environment: z.string().optional(),
    abilities: z
      .strictObject({
        countsTokens: z.boolean().optional(),
        managesModels: z.boolean().optional(),
      })
      .optional(),
  })
  expect(z.array(server).parse(localServers)).toEqual(localServers)
})

test('knows the usual ports', () => {
  expect(localServers.map(({ id }) => addressOf(id))).toEqual([
    'http://127.0.0.1:11434/v1',
    'http://127.0.0.1:1234/v1',
    'http://127.0.0.1:8080/v1',
    'http://127.0.0.1:8000/v1',
    'http://127.0.0.1:8080/v1',
    'http://127.0.0.1:1337/v1',
    'http://127.0.0.1:5001/v1',
  ])
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
  ['0.0.0.0:8888', 'http://127.0.0.1:8888/v1'],
  [':8888', 'http://127.0.0.1:8888/v1'],
  ['192.168.1.5', 'http://192.168.1.5:11434/v1'],
  ['[::]:8888', 'http://[::1]:8888/v1'],
  ['http://box.local:8888/', 'http://box.local:8888/v1'],
  ['https://box.example', 'https://box.example/v1'],
  ['http://box.example/ollama/', 'http://box.example/ollama/v1'],
  ['  ', 'http://127.0.0.1:11434/v1'],
  ['http://', 'http://127.0.0.1:11434/v1'],
  ['user:secret@host', 'http://127.0.0.1:11434/v1'],
])('OLLAMA_HOST=%s is %s', (value, address) => {
  expect(addressOf('ollama', { OLLAMA_HOST: value })).toBe(address)
})

test('LOCALAI_ADDRESS moves LocalAI and not llama.cpp', () => {
  const environment = { LOCALAI_ADDRESS: ':9090' }
  expect(addressOf('localai', environment)).toBe('http://127.0.0.1:9090/v1')
  expect(addressOf('llamacpp', environment)).toBe('http://127.0.0.1:8080/v1')
})
