/** Returns reproducible random numbers from 0 to 1. */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Draws words with the frequencies of natural language: the word of rank n is about 1/n as frequent
 * as the first.
 */
export interface Vocabulary {
  words: readonly string[]
  draw: (random: Random) => string
}

function createVocabulary(words: readonly string[]): Vocabulary {
  const sums = new Float64Array(words.length)
  let sum = 0
  for (let rank = 0; rank < words.length; rank += 1) {
    sum += 1 / (rank + 2.7)
    sums[rank] = sum
  }
  return {
    words,
    draw(random) {
      const wanted = random() * sum
      let low = 0
      let high = sums.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if ((sums[middle] ?? 0) < wanted) low = middle + 1
        else high = middle
      }
      return words[low] ?? ''
    },
  }
}

/**
 * Builds words from a language's syllables: short ones are frequent, and words share beginnings.
 */
function makeWords(syllables: string, count: number, random: Random): string[] {
  const parts = syllables.split(' ')
  const words = new Set<string>()
  while (words.size < count) {
    const length = 1 + Math.floor((words.size / count) ** 0.4 * 3 + random() * 1.6)
    let word = ''
    // The first syllables of the list are the most frequent.
    for (let index = 0; index < length; index += 1) {
      word += parts[Math.floor(random() ** 1.5 * parts.length)] ?? ''
    }
    words.add(word)
  }
  return [...words]
}

function lettersBetween(first: number, last: number, count: number, random: Random): string[] {
  const letters = new Set<string>()
  while (letters.size < count) {
    letters.add(String.fromCodePoint(first + Math.floor(random() * (last - first))))
  }
  return [...letters]
}

export interface Language {
  vocabulary: Vocabulary
  /** The separator of words; empty for scripts without spaces. */
  space: string
  /** The number of messages in this language, of a hundred. */
  share: number
}

const latin =
  'the in re a to con er de st an is un ti en com or ing al pro be dis ver mo li ge ni ra sta ter ment ion pre su po la fi ca tr que ble ou sh ch wa br fl gr kn qu vi zo jum lazy fox'
const german =
  'ge ver be die un ein der sch auf er an ung lich keit te en in zu vor mit haus ßer für ö über stra könn mä bür wer gen den ken auß kräf fahr zeug'
const russian =
  'по не на про ко за вы ра то при ст ен го ло ве ми де ли ть ся ова ни ск ый ая об ус тре жи ще ру кни мо чу ёл'
const arabic = 'ال و في من ب م ت ي ن ر س ل ك ع د ها كتا مد رسة بيت ول علم سلا حب نور شم قم'
const korean =
  '이 가 는 을 에 서 하 고 다 한 국 사 람 학 교 생 일 시 간 도 로 만 나 먹 보 집 친 구 오 늘'
const kana =
  'の に は を た が で て と し れ さ い る な こ も か ら す り ま っ ん け よ つ き せ え ア イ ン ス ト ラ メ ー コ'

/** Creates the languages of messages, and the emoji between their words. */
export function createLanguages(random: Random): { languages: Language[]; emoji: Vocabulary } {
  const han = lettersBetween(0x4e00, 0x9fa5, 4500, random)
  const japanese = [...kana.split(' '), ...lettersBetween(0x4e00, 0x8000, 2200, random)]
  const words = (syllables: string, count: number): Vocabulary =>
    createVocabulary(makeWords(syllables, count, random))
  return {
    languages: [
      { vocabulary: words(latin, 60_000), space: ' ', share: 40 },
      { vocabulary: words(german, 60_000), space: ' ', share: 15 },
      { vocabulary: words(russian, 40_000), space: ' ', share: 10 },
      { vocabulary: words(arabic, 20_000), space: ' ', share: 5 },
      { vocabulary: createVocabulary(han), space: '', share: 15 },
      { vocabulary: createVocabulary(japanese), space: '', share: 10 },
      { vocabulary: words(korean, 20_000), space: ' ', share: 5 },
    ],
    emoji: createVocabulary(emoji),
  }
}

const emoji =
  '😂 ❤️ 👍 🎉 😊 🙏 🔥 👍🏽 😭 ✨ 🤔 👩‍💻 🚀 👀 💡 ✅ 👨‍👩‍👧 ☕ 🇩🇪 🙏🏻 🐍 👩‍👩‍👧 🏳️‍🌈 1️⃣ 🇯🇵 🤷‍♀️ 🦊 👩🏽‍🚀 🧪 🛠️ 🪐 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🧑‍🌾 🫠 🥝'.split(
    ' ',
  )
