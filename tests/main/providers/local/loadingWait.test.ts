import { expect, test } from 'vitest'
import { createLoadingWait } from '../../../../src/main/providers/local/loadingWait.ts'
import { providerConfigSchema } from '../../../../src/shared/providers.ts'

const config = providerConfigSchema.parse({
  id: 'llamacpp',
  kind: 'local',
  presetId: null,
  name: 'llama.cpp',
  baseUrl: 'http://127.0.0.1:8080/v1',
})

function open({ loadsAfter = Infinity } = {}) {
  let time = 0
  const state = { enabled: true, asked: [] as number[], changed: 0 }
  const { signal } = new AbortController()
  const look = createLoadingWait({
    configs: () => [{ ...config, enabled: state.enabled }],
    isLoading: () => state.asked.length < loadsAfter,
    listAgain: () => Promise.resolve(void state.asked.push(time)),
    onChanged: () => void (state.changed += 1),
    now: () => time,
  })
  /** Lets so many seconds go by, with a look at each. */
  async function pass(seconds: number): Promise<void> {
    for (const end = time + seconds * 1000; time < end; time += 1000) {
      look(signal)
      await new Promise(setImmediate)
    }
  }
  return { state, pass }
}

test('a server that loads is asked at pauses that double, up to fifteen seconds', async () => {
  const { state, pass } = open()
  await pass(62)
  expect(state.asked.map((time) => time / 1000)).toEqual([0, 1, 3, 7, 15, 30, 45, 60])
  expect(state.changed).toBe(0)
})

test('the request that finds it loaded reports it', async () => {
  const { state, pass } = open({ loadsAfter: 3 })
  await pass(30)
  expect(state.asked).toHaveLength(3)
  expect(state.changed).toBe(1)
})

test('one that is switched off is asked no more', async () => {
  const { state, pass } = open()
  state.enabled = false
  await pass(30)
  expect(state.asked).toEqual([])
})
