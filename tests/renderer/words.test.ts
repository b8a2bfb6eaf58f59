import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '../../src/shared/languages.ts'
import type { Locale } from '../../src/shared/languages.ts'

const script = '[\\u3040-\\u30ff\\u4e00-\\u9fff]'
const spaced = new RegExp(`${script}[A-Za-z0-9]|[A-Za-z0-9]${script}`)
const narrow = new RegExp(`${script}[?!:;,]`)
/** Names stand apart from the script; a date, and words of the language, don't. */
const name = '\\{\\{(?!(?:when|day|days|time|what)\\}\\})\\w+\\}\\}'
const closeName = new RegExp(`${script}${name}|${name}${script}`)

/** The rules of docs/words.md that a pattern can tell, each with what breaks it. */
const rules: Partial<Record<Locale, readonly [rule: string, broken: RegExp][]>> = {
  'en-US': [
    ['apostrophes and quotation marks are curly', /['"]/],
    ['an ellipsis is one character, close to its word', /\.\.\.| …/],
    [
      'verbs are contracted',
      /\b(?:can|do|does|did|is|are|was|were|has|have|could) not\b|\bcannot\b/i,
    ],
    ['American spelling', /favour|colour|behaviour|licence|cancelled|recognis|e-mail/i],
    ['Parley runs on this computer', /\bthis (?:machine|device)\b/i],
    ['things are turned on and off', /\bswitch(?:ed)? (?:on|off|\{\{\w+\}\})/i],
    ['no please, no sorry, no exclamation mark', /\bplease\b|\bsorry\b|!/i],
    ['a list of three has a comma before its last', /\w, \w+ (?:and|or) \w/],
    ['abbreviations are in capitals', /\b(?:ids?|urls?|pdf)\b/],
    ['the name of a choice is quoted in a sentence', /(?:^|\. )Automatic [a-z]/],
  ],
  'de-DE': [
    ['an ellipsis has a space before it', /\S…/],
    ['Rechner is a computer and a calculator: Computer, Taschenrechner', /\bRechners?\b/],
    ['du, not Sie', /[a-zäöüß,:] (?:Sie|Ihre?[mnrs]?)\b|\bSie (?:können|müssen|haben|sollten)\b/],
    ['Speicher is a disk as well: Arbeitsspeicher', /\b(?:[Ii]m|mehr|oder) Speicher\b/],
    ['eingestellt is adjusted as well: a model is abgeschaltet', /\beingestellt/i],
    ['eingebettet is a file in another: a passage has embeddings', /eingebettet(?!e Dateien)/],
    ['Argumente are reasons as well: Angaben', /\bArgument/],
    ['to ask nach a thing is to want it: Frage zu', /\bnach eine[mr] (?:Bild|Datei) fragen/i],
    ['Netzwerk, not Netz', /\bNetz(?:es)?\b|Netzzugriff/],
    ['Nachrichtenfeld, as everywhere', /Eingabefeld/],
    ['Desktop-Umgebung, as everywhere', /\b(?:dieser?|dieses) Desktops?\b(?!-)/i],
  ],
  'fr-FR': [
    ['no line begins with a mark or ends with a guillemet', /[ \u202f][:;!?»]|«[ \u202f]/],
    ['extension, bac à sable', /(?<!\{)\bplugins?\b|\bsandbox\b/i],
    ['arguments are reasons as well: données', /\barguments?\b/i],
    ['a model has a fenêtre de contexte', /fenêtre (?:du|de ce) modèle/],
    ['champ de message, as everywhere', /champ de saisie/],
  ],
  'es-ES': [
    ['contar is to tell as well: what is counted are tokens', /contado este/],
    ['preguntar por a thing is to ask for it: sobre', /\bpreguntar por una? (?:imagen|archivo)/i],
    ['Lista and Índice are other things: Preparada, Tabla de contenido', /^(?:Lista|Índice)$/],
    ['argumentos are reasons as well: datos', /\bargumento/i],
    ['a model has a ventana de contexto', /ventana (?:del|de este) modelo/],
    ['equipo is a team as well: ordenador', /(?:este|propio) equipo/],
    ['entorno aislado; sustituir', /\bsandbox\b|\breemplaz/i],
  ],
  'pt-BR': [
    ['desativado is turned off: a model is descontinuado', /\}\} foi desativado|será desativado/i],
    ['argumentos are reasons as well: dados', /\bargumento/i],
    ['a model has a janela de contexto', /janela (?:do|deste) modelo/],
    ['configurações, as everywhere', /\b[on]?os ajustes\b/],
    ['an ambiente is isolado or gráfico', /\bambiente\b(?! isolado| gráfico)|\bsandbox\b/i],
  ],
  'ja-JP': [
    ['a space between the script and Latin', spaced],
    ['a space between the script and a name', closeName],
    ['marks are wide', narrow],
    [
      'no long vowel at the end of loanwords, and Web in Latin',
      /(?:サーバ|コンピュータ|ブラウザ|プロバイダ|フォルダ|パラメータ|ヘッダ)ー|ウェブ/,
    ],
  ],
  'ko-KR': [['quotation marks are single', /[“”]/]],
  'zh-CN': [
    ['你, not 您', /您/],
    ['a space between the script and Latin', spaced],
    ['a space between the script and a name', closeName],
    ['marks are wide', narrow],
  ],
  'zh-TW': [
    ['你, not 您', /您/],
    ['a space between the script and Latin', spaced],
    ['a space between the script and a name', closeName],
    ['marks are wide', narrow],
    ['資料夾 and 這部電腦', /檔案夾|這台電腦|此電腦/],
  ],
  'ar-SA': [
    ['marks are Arabic', /[?;,]/],
    ['one word for a computer', /حاسوب|هذا الجهاز/],
  ],
}

/** Rules that hold for the manual too, which has marks and names of its own. */
const manualRules: Partial<Record<Locale, readonly RegExp[]>> = {
  'de-DE': [/\bRechners?\b/, /\bNetz(?:es)?\b/, /\beingestellt/i, /\bTaste „|Sprachserver/],
  'fr-FR': [/\bplugins?\b/i, /(?:votre|cette) machine/],
  'es-ES': [/(?:este|propio) equipo/],
  'pt-BR': [/modelo desativado|foi desativado/],
}

type Tree = { [name: string]: string | Tree }

function flatten(tree: Tree, path: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : flatten(value, `${path}${name}.`),
  )
}

test.each(Object.keys(rules) as Locale[])('%s keeps to the rules', (locale) => {
  const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
  const texts = flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, '')
  const broken = (rules[locale] ?? []).flatMap(([rule, pattern]) =>
    texts.filter(([, text]) => pattern.test(text)).map(([key, text]) => ({ rule, key, text })),
  )
  expect(broken).toEqual([])
})

/** Returns the lines of a manual that are read, without its phrases and keywords. */
function readManual(locale: Locale): string[] {
  const url = new URL(`../../resources/guide/${locale}.md`, import.meta.url)
  const lines = readFileSync(url, 'utf8').split('\n')
  return lines.filter((line) => !/^(?:<!--|\w+:)/.test(line))
}

test.each(locales)('the manual in %s has no word of a double meaning', (locale) => {
  const lines = readManual(locale)
  const broken = (manualRules[locale] ?? []).flatMap((pattern) =>
    lines.filter((line) => pattern.test(line)),
  )
  expect(broken).toEqual([])
})

const quoted = /"([^"]+)"|„([^“]+)“|«\s?([^»]+?)\s?»|“([^”]+)”|「([^」]+)」|‘([^’]+)’/g
/** A tab of LM Studio, which has it in English. */
const ofOthers = ['Developer']

test.each(locales)('the manual in %s names buttons and messages as they are', (locale) => {
  const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
  const texts = flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, '').map(([, text]) =>
    text.toLowerCase(),
  )
  const lines = readManual(locale)
  // The section on the guide itself quotes a question that one may ask.
  const end = lines.findIndex((line) => line.endsWith('{#guide}'))
  const names = [...lines.slice(0, end).join('\n').matchAll(quoted)].map(
    (match) => match.slice(1).find((name) => name !== undefined) ?? '',
  )
  expect(names.length).toBeGreaterThan(40)
  const unknown = names.filter(
    (name) => !ofOthers.includes(name) && !texts.some((text) => text.includes(name.toLowerCase())),
  )
  expect(unknown).toEqual([])
})

/** Things that are met on the same screens, and so must not share a word. */
const differing: readonly (readonly [string, string])[] = [
  ['media.mask.zoomIn', 'media.viewer.upscale'],
  ['markdown.image.enlarge', 'media.mask.tools.frame'],
  ['voices.pitch', 'media.form.height'],
  ['knowledge.undo', 'media.viewer.restore'],
  ['chat.message.copy', 'media.versions.title'],
  ['knowledge.omissions.comment', 'knowledge.kinds.note'],
  ['media.kinds.audio', 'voices.voices'],
  ['media.kinds.audio', 'settings.sections.voice'],
  ['knowledge.states.uploading', 'providers.localModels.loading'],
  ['chat.message.edit', 'chat.message.regenerate'],
  ['chat.model.stage.retired', 'providers.status.off'],
  ['providers.status.off', 'providers.status.notRunning'],
  ['voices.voices', 'dictation.settings.sounds'],
  ['providers.status.ready', 'media.states.done'],
  ['media.mask.undo', 'app.cancel'],
  ['speech.recordings.states.recording', 'media.states.collecting'],
  ['media.viewer.title', 'menu.view'],
]

test.each(locales)('%s has a word for each of two things', (locale) => {
  const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
  const texts = new Map(flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, ''))
  for (const [one, other] of differing) {
    const text = texts.get(one)
    expect(text, one).toBeTruthy()
    expect(text, `${one} and ${other}`).not.toBe(texts.get(other))
  }
})

const sentenceStart = /^[¡¿]?$|[.:!?]\s$/
/** Errors that always know whose they are. */
const named = ['errors.sentences.mediaUnknownAccount', 'errors.sentences.mediaNotDeleted']

test.each(['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ru-RU'])(
  '%s opens a sentence with the provider, which may be “The provider”',
  (locale) => {
    const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
    const texts = flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, '').filter(
      ([key]) => /^(?:errors|chat\.retry|app\.jobs)\./.test(key) && !named.includes(key),
    )
    const within = texts.filter(([, text]) => {
      const [before, after] = text.split('{{provider}}')
      return after !== undefined && !sentenceStart.test(before ?? '')
    })
    expect(within).toEqual([])
  },
)
