import { expect, test } from 'vitest'
import { joinTexts } from '../../../../src/main/speech/recordings/joinTexts.ts'

test.each([
  [['One.', ' Two. ', '', 'Three'], 'One. Two. Three'],
  [['今天很好。', '明天也是。'], '今天很好。明天也是。'],
  [['これは', 'ペンです'], 'これはペンです'],
  [['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
  [['안녕하세요.', '반갑습니다.'], '안녕하세요. 반갑습니다.'],
  [['用 Parley', '写字'], '用 Parley 写字'],
  [['مرحبا', 'بك'], 'مرحبا بك'],
  [['𠮷', '𠮷'], '𠮷𠮷'],
])('%j becomes %j', (texts, joined) => {
  expect(joinTexts(texts)).toBe(joined)
})
