import { expect, test } from 'vitest'
import { createSessionLimit } from '../../../src/renderer/realtime/sessionLimit.ts'

const minute = 60_000

/** Opens a limit whose clock is moved by hand. */
function open(renew: () => Promise<void>) {
  const state = { now: 0, isPause: true }
  const calls: string[] = []
  let timers: { at: number; run: () => void }[] = []
  const limit = createSessionLimit({
    now: () => state.now,
    setTimer(run, milliseconds) {
      const timer = { at: state.now + milliseconds, run }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    isPause: () => state.isPause,
    renew() {
      calls.push('renew')
      return renew()
    },
    onUnrenewed(endsAt, error) {
      const reason = error instanceof Error ? error.message : 'no pause'
      calls.push(`ends at ${String(endsAt / minute)}: ${reason}`)
    },
    onOver: () => calls.push('over'),
  })
  const goTo = (minutes: number): void => {
    state.now = minutes * minute
    const due = timers.filter(({ at }) => at <= state.now)
    timers = timers.filter(({ at }) => at > state.now)
    for (const { run } of due) run()
  }
  limit.expireAt(60 * minute)
  return { state, calls, limit, goTo }
}

test('five minutes before its end a session is renewed, once, and only in a pause', () => {
  const { state, calls, limit, goTo } = open(() => Promise.resolve())
  goTo(54)
  limit.pause()
  state.isPause = false
  goTo(55)
  expect(calls).toEqual([])
  state.isPause = true
  goTo(56)
  limit.pause()
  limit.pause()
  expect(calls).toEqual(['renew'])
  limit.stop()
  goTo(61)
  expect(calls).toEqual(['renew'])
})

test('a silent session is renewed without any event', () => {
  const { calls, goTo } = open(() => Promise.resolve())
  goTo(55)
  expect(calls).toEqual(['renew'])
})

test('if no new session can be opened, the user is told of the end at once', async () => {
  const { calls, limit, goTo } = open(() => Promise.reject(new Error('No')))
  goTo(55)
  await Promise.resolve()
  expect(calls).toEqual(['renew', 'ends at 60: No'])
  expect(limit.isNearEnd()).toBe(false)
  goTo(59)
  expect(limit.isNearEnd()).toBe(true)
  goTo(60)
  expect(calls.at(-1)).toBe('over')
})

test('if there is no pause, the user is told a minute before the end', () => {
  const { state, calls, goTo } = open(() => Promise.resolve())
  state.isPause = false
  goTo(59)
  goTo(60)
  expect(calls).toEqual(['ends at 60: no pause', 'over'])
})

test('the service’s own time counts', () => {
  const { calls, limit, goTo } = open(() => Promise.resolve())
  limit.expireAt(30 * minute)
  goTo(24)
  expect(calls).toEqual([])
  goTo(25)
  expect(calls).toEqual(['renew'])
})
