import { expect, test } from 'vitest'
import { supportingSentences } from '../../../src/main/knowledge/supportingSentences.ts'

const lease = [
  'The house has forty rooms, a garden, and a gate to the street.',
  'The notice period of the lease is three months to the end of a quarter.',
  'The deposit is two monthly rents, paid before the keys are handed over.',
].join(' ')

const mietvertrag = [
  'Das Haus hat vierzig Zimmer und einen Garten.',
  'Die Kündigungsfrist beträgt drei Monate zum Ende eines Quartals.',
  'Die Kaution beträgt zwei Monatsmieten.',
].join('\n')

const japanese = '家には四十の部屋があります。解約の予告期間は三か月です。敷金は家賃二か月分です。'

const list = [
  'The parts of the boat are these:',
  '- The keel is made of oak',
  '- The mast is made of spruce',
  '- The sails are made of linen',
].join('\n')

const table = ['| Part | Wood |', '| --- | --- |', '| Keel | Oak |', '| Mast | Spruce |'].join('\n')

test.each([
  [lease, 'You must give notice three months before the end of a quarter.', 'The notice period'],
  [lease, 'Two rents are deposited', 'The deposit is'],
  [lease, 'forty', 'The house'],
  [mietvertrag, 'Sie können mit einer Frist von drei Monaten kündigen', 'Die Kündigungsfrist'],
  [japanese, '予告期間は三か月です', '解約の予告'],
  [list, 'Its mast is of spruce', '- The mast'],
  [table, 'The mast is of spruce.', '| Mast'],
])('the sentence of %j that supports %j is chosen', (passage, claim, expected) => {
  const range = supportingSentences(passage, claim)
  const chosen = passage.slice(range?.start, range?.end)
  expect(chosen.trimStart().startsWith(expected)).toBe(true)
  expect(chosen.length).toBeLessThan(passage.length * 0.6)
})

test('sentences that support a claim together are chosen together', () => {
  const passage = `${lease} It may end sooner.`
  const claim = 'The lease has a notice period of three months, and a deposit of two monthly rents'
  const range = supportingSentences(passage, claim)
  expect(passage.slice(range?.start, range?.end)).toBe(lease.slice(lease.indexOf('The notice')))
})

test.each([
  ['nothing is shared', lease, 'Herons eat fish'],
  ['every sentence says it', 'Herons eat. Geese read. Herons fly. Herons eat.', 'Herons'],
  ['the claim is empty', lease, ''],
  ['the passage is empty', '', 'Herons eat fish'],
])('no sentence is chosen where %s', (_, passage, claim) => {
  expect(supportingSentences(passage, claim)).toBeUndefined()
})
