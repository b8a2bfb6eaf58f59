import type { Locale } from '../../shared/languages.ts'

interface SpokenLanguage {
  /** "This is how I sound", for a preview of a voice. */
  sample: string
  /** The sign by which a text in this language is recognised. */
  sign: LanguageSign
}

/** A script that only this language has, characters of a shared script, or frequent words. */
type LanguageSign = { script: RegExp } | { characters: RegExp } | { words: ReadonlySet<string> }

/** The languages that voices read, the most specific script first. */
export const spokenLanguages: Readonly<Record<Locale, SpokenLanguage>> = {
  'ja-JP': {
    sample: 'これが私の声です。',
    sign: { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  },
  'ko-KR': { sample: '이것이 제 목소리입니다.', sign: { script: /\p{Script=Hangul}/gu } },
  'ar-SA': { sample: 'هكذا يبدو صوتي.', sign: { script: /\p{Script=Arabic}/gu } },
  'ru-RU': { sample: 'Вот так звучит мой голос.', sign: { script: /\p{Script=Cyrillic}/gu } },
  'zh-TW': {
    sample: '這就是我說話的聲音。',
    sign: {
      characters:
        /[們這來時說國會過對個為後無從樣現問間頭長東車馬門見書學習發經點體機開關電話語認識]/,
    },
  },
  'zh-CN': {
    sample: '这就是我说话的声音。',
    sign: {
      characters:
        /[们这来时说国会过对个为后无从样现问间头长东车马门见书学习发经点体机开关电话语认识]/,
    },
  },
  'de-DE': {
    sample: 'So klingt meine Stimme, und so lese ich dir vor.',
    sign: {
      words: setOf('der die das und ist nicht ein eine mit für auf sich wird oder auch von zu'),
    },
  },
  'en-US': {
    sample: 'This is how I sound when I read to you.',
    sign: { words: setOf('the and is are of to in that it with for you this not or can be') },
  },
  'es-ES': {
    sample: 'Así suena mi voz cuando leo para ti.',
    sign: { words: setOf('el los las y es una con por para que del como más pero se lo') },
  },
  'fr-FR': {
    sample: 'Voici le son de ma voix quand je lis pour vous.',
    sign: { words: setOf('le les des et est une avec pour que dans pas sur qui vous du ce') },
  },
  'pt-BR': {
    sample: 'É assim que a minha voz soa quando leio para você.',
    sign: { words: setOf('o os as e é um uma com para não que do da em você mais ao') },
  },
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
