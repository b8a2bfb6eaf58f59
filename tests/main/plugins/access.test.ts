import { expect, test } from 'vitest'
import type { ConsentFact } from '../../../src/main/consent.ts'
import { gainedFacts } from '../../../src/main/plugins/access.ts'

const runs = (value: string): ConsentFact => ({ key: 'consentRuns', value })
const own: ConsentFact = { key: 'consentOwnFiles', value: '' }
const reads: ConsentFact = { key: 'consentReads', value: '/srv/notes' }

test('files of its own are asked about with each program that is new, and else not again', () => {
  expect(gainedFacts([], [runs('node a.js'), own])).toEqual([runs('node a.js'), own])
  expect(gainedFacts([runs('node a.js'), own], [runs('/opt/b/bin/b'), own, reads])).toEqual([
    ...[runs('/opt/b/bin/b'), own, reads],
  ])
  expect(gainedFacts([runs('node a.js'), own], [runs('node a.js'), own, reads])).toEqual([reads])
  // A sandbox that is there now takes rights away.
  const unheld: ConsentFact = { key: 'consentNoSandbox', value: '' }
  expect(gainedFacts([runs('node a.js'), unheld], [runs('node a.js'), own])).toEqual([])
})
