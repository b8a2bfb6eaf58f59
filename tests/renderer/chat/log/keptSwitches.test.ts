import { expect, test } from 'vitest'
import { keptSwitches } from '../../../../src/renderer/chat/log/keptSwitches.ts'

test('what was set under a text is there for whoever asks for that text', () => {
  keptSwitches('a 0').set('p:0', 'wrapped')
  keptSwitches('a 0').set('p:1', 'folded')
  keptSwitches('a 0').set('p:1', '')
  expect([...keptSwitches('a 0').all()]).toEqual([['p:0', 'wrapped']])
  expect(keptSwitches('a 1').all().size).toBe(0)
})

test('the places and texts that were switched last are kept', () => {
  for (let place = 0; place < 1000; place += 1) keptSwitches('many').set(`p:${place}`, 'wrapped')
  expect(keptSwitches('many').all().size).toBe(200)
  expect(keptSwitches('many').all().has('p:999')).toBe(true)
  for (let text = 0; text < 600; text += 1) keptSwitches(`t${text}`).set('p:0', 'wrapped')
  expect(keptSwitches('many').all().size).toBe(0)
  expect(keptSwitches('t599').all().size).toBe(1)
})
