import { expect, test } from 'vitest'
import { areRareIdeographs } from '../../../../src/main/knowledge/reading/pdf/commonIdeographs.ts'

test.each([
  '港口在黄昏时关闭，船只付费，海鸥不付费。',
  '港口在黃昏時關閉，船隻付費，海鷗不付費。',
  '港は夕暮れに閉まる。船は料金を払い、鴎は払わない。',
  '鬱憤',
])('%s is a text', (text) => {
  expect(areRareIdeographs(text)).toBe(false)
})

test.each(['䋴䋮䋶糫蒭鍍伴俘緌鍍伴俘勢渡袱糫', '嘆囈貭鍔嘆囈貭鍔', '𠁔𠁨𠁩𠁳'])(
  '%s are the numbers of a font',
  (text) => {
    expect(areRareIdeographs(text)).toBe(true)
  },
)
