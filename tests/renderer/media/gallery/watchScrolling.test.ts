import { expect, test } from 'vitest'
import { watchScrolling } from '../../../../src/renderer/media/gallery/watchScrolling.ts'

test('a jump is fast until nothing moves any more, and the end of the watch ends it too', async () => {
  const scroller = Object.assign(new EventTarget(), { scrollTop: 0 })
  const told: boolean[] = []
  let tell = Promise.withResolvers<void>()
  const stop = watchScrolling(scroller as unknown as HTMLElement, (isFast) => {
    told.push(isFast)
    if (!isFast) tell.resolve()
  })
  const scrollTo = (top: number): void => {
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  }
  scrollTo(1_000_000)
  expect(told).toEqual([true])
  await tell.promise
  expect(told).toEqual([true, false])
  tell = Promise.withResolvers()
  scrollTo(9_000_000)
  scrollTo(9_000_000)
  expect(told).toEqual([true, false, true, false])
  scrollTo(99_000_000)
  stop()
  expect(told).toEqual([true, false, true, false, true, false])
  scrollTo(0)
  expect(told).toHaveLength(6)
})
