import { expect, test } from 'vitest'
import {
  shownOutcome,
  withFinding,
  withoutRunning,
} from '../../../../src/renderer/providers/doctor/findings.ts'
import type { Finding } from '../../../../src/renderer/providers/doctor/findings.ts'

const running: Finding = { step: 'address', outcome: 'running', at: 1 }
const passed: Finding = { step: 'address', outcome: 'passed', milliseconds: 3, at: 2 }
const next: Finding = { step: 'key', outcome: 'running', at: 1 }

test('a step is one finding, the latest, and keeps its place', () => {
  const findings = [running, next, passed].reduce(withFinding, [] as Finding[])
  expect(findings).toEqual([passed, next])
})

test('a stream that ends early leaves no step under way', () => {
  expect(withoutRunning([passed, next])).toEqual([passed])
})

test.each([
  ['modelLoading', 'loading'],
  ['serverError', 'failed'],
] as const)('a step that ends with %s is %s', (code, expected) => {
  const error = { code, message: '' }
  expect(shownOutcome({ step: 'models', outcome: 'failed', error })).toBe(expected)
  expect(shownOutcome({ step: 'models', outcome: 'passed' })).toBe('passed')
})
