import { expect, test } from 'vitest'
import { groupByDate } from '../../../../src/renderer/chat/list/dateGroups.ts'

const now = new Date(2026, 2, 30, 15, 0).getTime()

function at(year: number, month: number, day: number, hour = 12): number {
  return new Date(year, month - 1, day, hour).getTime()
}

function namesOf(times: number[], locale = 'en-US'): (string | undefined)[] {
  return groupByDate(times, (time) => time, now, locale).map(({ name, month }) => name ?? month)
}

test('days count by the calendar, not by hours', () => {
  expect(namesOf([at(2026, 3, 30, 0), at(2026, 3, 29, 23)])).toEqual(['today', 'yesterday'])
})

test('a day of 23 hours is a day', () => {
  // Summer time begins on 29 March 2026, so this is 47 hours back there.
  expect(namesOf([at(2026, 3, 28, 15)])).toEqual(['previous7Days'])
})

test('the groups have their edges at 7 and at 30 days', () => {
  const times = [at(2026, 3, 23), at(2026, 3, 22), at(2026, 2, 28), at(2026, 2, 27)]
  expect(namesOf(times)).toEqual(['previous7Days', 'previous30Days', 'February'])
})

test('a time in the future, from a clock that was wrong, is today', () => {
  expect(namesOf([at(2027, 1, 1)])).toEqual(['today'])
})

test.each([
  ['en-US', ['January', 'December 2025']],
  ['de-DE', ['Januar', 'Dezember 2025']],
  ['ja-JP', ['1月', '2025年12月']],
  ['ar-SA', ['يناير', 'ديسمبر 2025']],
])('months have their names in %s', (locale, names) => {
  const shown = namesOf([at(2026, 1, 5), at(2025, 12, 5)], locale)
  expect(shown.map((name) => name?.replaceAll(/[\u200e\u200f]/g, ''))).toEqual(names)
})

test('the same month of two years makes two groups, and all items stay in order', () => {
  const times = [at(2025, 5, 9), at(2025, 5, 2), at(2024, 5, 9)]
  const groups = groupByDate(times, (time) => time, now, 'en-US')
  expect(groups.map(({ items }) => items)).toEqual([[times[0], times[1]], [times[2]]])
  expect(new Set(groups.map(({ key }) => key)).size).toBe(2)
})
