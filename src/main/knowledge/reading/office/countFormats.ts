const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const chineseDigits = '〇一二三四五六七八九'
const maxRoman = 4000

/** Series of signs that count like letters, by Word's names for them. */
const series: Readonly<Record<string, string>> = {
  lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
  upperLetter: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  russianUpper: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ',
  aiueo:
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha:
    'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
  decimalEnclosedCircle: '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳',
}

/** Writes a count as one of Word's number formats does; in digits if it knows no such format. */
export function formatCount(count: number, format: string): string {
  if (format === 'none' || format === 'bullet') return ''
  if (count < 1) return String(count)
  if (format === 'lowerRoman') return roman(count)
  if (format === 'upperRoman') return roman(count).toUpperCase()
  if (format === 'decimalZero') return String(count).padStart(2, '0')
  if (format === 'ordinal') return ordinal(count)
  if (/^(?:chineseCounting|taiwaneseCounting|japaneseCounting|koreanCounting)/.test(format)) {
    return chinese(count)
  }
  if (format === 'ideographDigital') {
    return String(count).replaceAll(/\d/g, (digit) => chineseDigits[Number(digit)] ?? digit)
  }
  const signs = series[format]
  if (signs === undefined) return String(count)
  // After the last letter Word doubles them: aa, bb, and then aaa.
  const letters = format.endsWith('Letter')
  if (!letters && count > signs.length) return String(count)
  const sign = signs[(count - 1) % signs.length] ?? ''
  return sign.repeat(Math.min(Math.ceil(count / signs.length), 30))
}

function roman(count: number): string {
  if (count >= maxRoman) return String(count)
  let rest = count
  let text = ''
  for (const [value, letters] of romans) {
    for (; rest >= value; rest -= value) text += letters
  }
  return text
}

function ordinal(count: number): string {
  const tens = count % 100
  const isTeen = tens >= 11 && tens <= 13
  return `${String(count)}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')}`
}

function chinese(count: number): string {
  if (count > 99) return String(count)
  const tens = Math.floor(count / 10)
  const ones = count % 10
  const before = tens === 0 ? '' : `${tens === 1 ? '' : (chineseDigits[tens] ?? '')}十`
  return before + (ones === 0 ? '' : (chineseDigits[ones] ?? ''))
}
