import { expect, test } from 'vitest'
import { languageOfSentence, languageOfText } from '../../../src/renderer/voices/languageOfText.ts'
import { spokenLanguages } from '../../../src/renderer/voices/spokenLanguages.ts'
import { locales } from '../../../src/shared/languages.ts'

test.each([
  ['This is the first sentence of it.', 'de-DE', 'en-US'],
  ['Das ist der erste Satz.', 'en-US', 'de-DE'],
  ['Esta es la primera frase del texto.', 'en-US', 'es-ES'],
  ['Ceci est la première phrase, pour vous.', 'en-US', 'fr-FR'],
  ['Esta é a primeira frase, que não tem fim.', 'en-US', 'pt-BR'],
  ['Это первое предложение.', 'en-US', 'ru-RU'],
  ['هذه هي الجملة الأولى.', 'en-US', 'ar-SA'],
  ['これは最初の文です。', 'zh-CN', 'ja-JP'],
  ['이것은 첫 문장입니다.', 'en-US', 'ko-KR'],
  ['这是第一句话。', 'en-US', 'zh-CN'],
  ['這是第一句話。', 'zh-CN', 'zh-TW'],
  ['42', 'fr-FR', 'fr-FR'],
  ['Parley 2.0', 'de-DE', 'de-DE'],
  ['OK', 'ja-JP', 'en-US'],
  ['The word Привет is Russian for hello and it is used a lot.', 'de-DE', 'en-US'],
] as const)('%s (beside %s) is %s', (text, usual, expected) => {
  expect(languageOfText(text, usual)).toBe(expected)
})

test.each(locales)('the sample of %s shows its language', (locale) => {
  const usual = locale === 'en-US' ? 'de-DE' : 'en-US'
  expect(languageOfText(spokenLanguages[locale].sample, usual)).toBe(locale)
})

/** Short answers, and the language that each is in. */
const answers = [
  ['Es kostet 5 Euro.', 'de-DE'],
  ['Ja, das geht.', 'de-DE'],
  ['Um 8 Uhr.', 'de-DE'],
  ['Vielen Dank!', 'de-DE'],
  ['Nein.', 'de-DE'],
  ['Ich bin müde.', 'de-DE'],
  ['Du musst nur warten.', 'de-DE'],
  ['Wie geht es dir?', 'de-DE'],
  ['Es ist so.', 'de-DE'],
  ['It costs 5 euros.', 'en-US'],
  ['Yes, it does.', 'en-US'],
  ['At 8 o’clock.', 'en-US'],
  ['No.', 'en-US'],
  ['I am a bit late.', 'en-US'],
  ['How are you?', 'en-US'],
  ['Come in.', 'en-US'],
  ['Cuesta 5 euros.', 'es-ES'],
  ['Sí, se puede.', 'es-ES'],
  ['A las 8.', 'es-ES'],
  ['Muchas gracias.', 'es-ES'],
  ['¿Cómo estás?', 'es-ES'],
  ['No lo sé.', 'es-ES'],
  ['Es muy bueno.', 'es-ES'],
  ['Hasta mañana.', 'es-ES'],
  ['Ça coûte 5 euros.', 'fr-FR'],
  ['Oui, c’est possible.', 'fr-FR'],
  ['À 8 heures du soir.', 'fr-FR'],
  ['Merci beaucoup.', 'fr-FR'],
  ['Je ne sais pas.', 'fr-FR'],
  ['Tu es en retard.', 'fr-FR'],
  ['Il est là.', 'fr-FR'],
  ["D'accord.", 'fr-FR'],
  ['Aujourd’hui.', 'fr-FR'],
  ['Custa 5 euros.', 'pt-BR'],
  ['Sim, é possível.', 'pt-BR'],
  ['Às 8 da noite.', 'pt-BR'],
  ['Muito obrigado.', 'pt-BR'],
  ['Não sei.', 'pt-BR'],
  ['Como você está?', 'pt-BR'],
  ['Até amanhã.', 'pt-BR'],
  ['É só isso.', 'pt-BR'],
] as const

test.each(answers)('%s in the interface’s own language is %s', (text, locale) => {
  expect(languageOfText(text, locale)).toBe(locale)
})

test('few short answers are taken for the interface’s language', () => {
  const wrong = answers.filter(([text, locale]) => {
    const usual = locale === 'en-US' ? 'de-DE' : 'en-US'
    return languageOfText(text, usual) !== locale
  })
  // These could be either.
  expect(wrong.map(([text]) => text)).toEqual(['No.', 'Tu es en retard.'])
})

test('the sentences of a message are in its language, except in another script', () => {
  for (const [text] of answers) expect(languageOfSentence(text, 'de-DE')).toBe('de-DE')
  expect(languageOfSentence('これは最初の文です。', 'de-DE')).toBe('ja-JP')
  expect(languageOfSentence('This is in English.', 'ja-JP')).toBe('en-US')
  expect(languageOfSentence('5', 'fr-FR')).toBe('fr-FR')
})

test('code in a message does not show its language', () => {
  const python = 'for i in this:\n  if not i: return do(i) and must(i)\n'
  for (const end of ['```\nWeiter.', '']) {
    expect(languageOfText(`Das ist der Code:\n\n\`\`\`python\n${python}${end}`, 'fr-FR')).toBe(
      'de-DE',
    )
  }
  expect(languageOfText('Das steht in `if this and that`.', 'fr-FR')).toBe('de-DE')
  expect(languageOfText('```\n' + python, 'fr-FR')).toBe('fr-FR')
})
