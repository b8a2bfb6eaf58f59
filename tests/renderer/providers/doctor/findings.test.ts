import { expect, test } from 'vitest'
import { withFinding, withoutRunning } from '../../../../src/renderer/providers/doctor/findings.ts'
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
