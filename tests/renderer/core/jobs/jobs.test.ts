import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { createClient } from '../../../../src/renderer/core/bridge.ts'
import {
  followJobs,
  isActive,
  jobsAtom,
  shownJobsAtom,
} from '../../../../src/renderer/core/jobs/jobs.ts'
import type { Job } from '../../../../src/shared/jobs.ts'

function job(id: string, changes: Partial<Job> = {}): Job {
  return {
    id,
    kind: 'test.kind',
    state: 'running',
    cancelling: false,
    subject: id,
    input: {},
    progress: null,
    result: null,
    error: null,
    until: null,
    createdAt: 1,
    endedAt: null,
    ...changes,
  }
}

/** Opens a page whose main answers and announces as the test says. */
function openPage() {
  const store = createStore()
  const listeners = new Map<string, (payload: unknown) => void>()
  let answer = (_jobs: Job[]): void => undefined
  const list = new Promise<Job[]>((resolve) => (answer = resolve))
  const api = createClient(() => ({
    call: async () => ({ ok: true, value: await list }),
    on: (name, listener) => {
      listeners.set(name, listener)
      return () => undefined
    },
    stream: () => () => undefined,
  }))
  followJobs(api, store)
  return {
    states: () => store.get(jobsAtom).map(({ id, state }) => [id, state]),
    shown: () => store.get(shownJobsAtom).map(({ id }) => id),
    answer: async (jobs: Job[]) => {
      answer(jobs)
      await new Promise((resolve) => setTimeout(resolve))
    },
    tell: (name: 'changed' | 'removed', payload: unknown) =>
      listeners.get(`jobs.${name}`)?.(payload),
  }
}

test('a page that has been reloaded has the jobs of before, and what changes', async () => {
  const page = openPage()
  await page.answer([job('a'), job('b', { state: 'waiting' })])
  page.tell('changed', [job('b'), job('c', { state: 'waiting' })])
  expect(page.states()).toEqual([
    ['a', 'running'],
    ['b', 'running'],
    ['c', 'waiting'],
  ])
  page.tell('removed', { ids: ['a', 'c'] })
  expect(page.states()).toEqual([['b', 'running']])
})

test('what is told before the list arrives is newer than the list', async () => {
  const page = openPage()
  page.tell('changed', [job('a', { state: 'done' })])
  page.tell('removed', { ids: ['b'] })
  await page.answer([job('a'), job('b'), job('c')])
  expect(page.states()).toEqual([
    ['a', 'done'],
    ['c', 'running'],
  ])
})

test('a cancelled job is not shown, but for what could not be undone of it', async () => {
  const page = openPage()
  const error = { code: 'notSupported', message: 'It goes on' } as const
  await page.answer([
    job('a', { state: 'cancelled' }),
    job('b', { state: 'cancelled', error }),
    job('c', { state: 'done' }),
  ])
  expect(page.shown()).toEqual(['b', 'c'])
  expect(['waiting', 'running', 'paused'].map((state) => isActive({ state } as Job))).toEqual([
    true,
    true,
    true,
  ])
  expect(isActive({ state: 'cancelled' })).toBe(false)
})
