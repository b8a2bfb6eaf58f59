import type { Locale } from '../../shared/languages.ts'

interface SpokenLanguage {
  /** "This is how I sound", for a preview of a voice. */
  sample: string
  /** The sign by which a text in this language is recognised. */
  sign: LanguageSign
}

/** A script that only this language has, characters of a shared script, or frequent words. */
type LanguageSign =
  | { script: RegExp }
  | { characters: RegExp }
  | {
      words: ReadonlySet<string>
      /** Letters and marks that few others of these languages have, with ’ as the apostrophe. */
      letters: RegExp | null
    }

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
      words: setOf(
        'der die das den dem des ein eine einen einem einer und oder aber nicht kein keine ' +
          'ist sind war waren bin bist hat habe haben hast hatte wird werden wurde kann können ' +
          'muss müssen soll will ich du er sie es wir ihr mich dich sich mir dir ihm uns euch ' +
          'mein dein sein mit für auf von zu zum zur in im am an bei aus nach vor über unter durch ' +
          'um als wie wenn dass weil was wer wo wann warum hier da dort heute morgen gestern ' +
          'jetzt noch schon nur auch sehr mehr viel gut ja nein bitte danke vielen dank hallo ' +
          'geht gibt kostet macht kommt etwas alles nichts immer wieder dann doch ganz uhr',
      ),
      letters: /[ßäöü]/g,
    },
  },
  'en-US': {
    sample: 'This is how I sound when I read to you.',
    sign: {
      words: setOf(
        'the a an and or but not no is are was were be been am has have had will would can ' +
          'could should must do does did i you he she it we they me him her us them my your his ' +
          'its our their this that these those with for on of to in at by from as about into ' +
          'over after before if when what who where why how which here there today tomorrow ' +
          'yesterday now still already only also very more much many good yes please thanks ' +
          'thank hello costs makes come comes go goes something all nothing always again then there’s ' +
          'it’s don’t i’m you’re',
      ),
      letters: null,
    },
  },
  'es-ES': {
    sample: 'Así suena mi voz cuando leo para ti.',
    sign: {
      words: setOf(
        'el la los las un una unos unas y o pero no es son era fue ser está están estoy ha he ' +
          'han hay tiene tengo puede puedo debe hacer yo tú él ella nosotros ellos me te se nos ' +
          'lo le les mi tu su mis sus con para por de del al en a sin sobre entre desde hasta ' +
          'como cuando que qué quién dónde cuándo porque aquí allí hoy mañana ayer ahora ya ' +
          'todavía solo también muy más mucho bien bueno sí gracias hola cuesta hace viene va ' +
          'algo todo nada siempre otra vez entonces este esta eso',
      ),
      letters: /[ñ¿¡]/g,
    },
  },
  'fr-FR': {
    sample: 'Voici le son de ma voix quand je lis pour vous.',
    sign: {
      words: setOf(
        'le la les un une des du de et ou mais ne pas est sont était être ai as a avons ont ' +
          'il elle je tu nous vous ils elles on me te se lui leur mon ton son ma ta sa mes ses ' +
          'ce cette ces avec pour par sur dans en au aux chez sans sous entre depuis comme ' +
          'quand que qui quoi où pourquoi ici là aujourd’hui demain hier maintenant encore déjà ' +
          'seulement aussi très plus beaucoup bien bon oui non merci bonjour coûte fait vient ' +
          'va quelque chose tout rien toujours alors à heure heures matin soir peut faut',
      ),
      letters: /[œçèêë]|(?<!\p{L})(?:[cdjlmnst]|qu)’(?=\p{L})/gu,
    },
  },
  'pt-BR': {
    sample: 'É assim que a minha voz soa quando leio para você.',
    sign: {
      words: setOf(
        'o a os as um uma uns umas e ou mas não é são era foi ser está estão estou tem tenho ' +
          'há pode posso deve fazer eu você ele ela nós eles elas me se lhe meu minha seu sua ' +
          'com para por de do da dos das no na nos nas em ao à sem sobre entre desde até como ' +
          'quando que quem onde porque aqui ali hoje amanhã ontem agora já ainda só também ' +
          'muito mais bem bom sim obrigado obrigada olá custa faz vem vai algo tudo nada sempre ' +
          'então este esta isso isto às noite',
      ),
      letters: /[ãõ]/g,
    },
  },
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
