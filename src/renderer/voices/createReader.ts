import i18next from 'i18next'
import type { Locale } from '../../shared/languages.ts'
import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { SpeakInput, VoicePreferences, VoiceReference } from '../../shared/speech/voices.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { createSpeakableReader } from '../markdown/speakableReader.ts'
import { createBlockParser } from '../markdown/syntax/blocks/blockParser.ts'
import { chooseVoice } from './chooseVoice.ts'
import { followGrowingText } from './growingText.ts'
import { languageOfSentence, languageOfText } from './languageOfText.ts'
import { loadSound } from './loadSound.ts'
import { isSentenceMarked, markSentence, unmarkSentence } from './markSentence.ts'
import type { ReadableText } from './readableText.ts'
import { createSentencePlayer } from './sentencePlayer.ts'
import type { Sound } from './sentencePlayer.ts'
import type { VoiceUse } from './voiceUse.ts'

export interface ReaderEvents {
  /** Called when a sentence has begun. */
  onSpeaking: () => void
  onEnd: () => void
  /** Called when the text is no longer the one that has been read so far. */
  onRewritten: () => void
  onError: (error: unknown) => void
}

/** The reader of one text. */
export interface Reader {
  start: () => void
  pause: () => void
  resume: () => void
  /** Goes on with the sentence so many further, or before. */
  move: (by: number) => void
  /** The language of the sentence that is heard, and the model that wrote it. */
  voiceUse: () => VoiceUse
  /** Returns the sentences so far whose sound can be saved, each with its voice. */
  spokenSentences: () => Promise<SpeakInput[]>
  stop: () => void
}

/** Pause between attempts to find a sentence on the screen, and the number of attempts. */
const markMilliseconds = 200
const maxMisses = 10

/** Creates the reader of a text, which reads sentence by sentence as they are completed. */
export function createReader(
  source: ReadableText,
  audio: AudioContext,
  events: ReaderEvents,
): Reader {
  const spoken: string[] = []
  const marker = createSentenceMarker(source, spoken)
  /** The index of the sentence that is heard. */
  let current = 0
  const player = createSentencePlayer(audio, {
    onSentence: (index) => {
      current = index
      events.onSpeaking()
      marker.mark(index)
    },
    onEnd: events.onEnd,
    onError: events.onError,
  })
  const languageOf = createMessageLanguage(source)
  const take = createSentenceSource(source, languageOf)
  const addNew = (): void => {
    const sentences = take()
    if (!sentences) return events.onRewritten()
    for (const text of sentences) {
      spoken.push(text)
      player.add(() => soundOf(audio, text, languageOf(text), source.model()))
    }
    if (source.isComplete()) player.finish()
  }
  let unsubscribe: (() => void) | undefined
  return {
    start: () => {
      unsubscribe = source.subscribe(addNew)
      addNew()
    },
    pause: player.pause,
    resume: player.resume,
    move: (by) => {
      player.resume()
      player.move(by)
    },
    voiceUse: () => ({
      locale: languageOf(spoken[current] ?? ''),
      model: source.model(),
    }),
    spokenSentences: () => withVoices(spoken, languageOf, source.model()),
    stop: () => {
      unsubscribe?.()
      player.stop()
      marker.stop()
    },
  }
}

interface SentenceMarker {
  /** Marks the sentence with this index in the element that shows the text. */
  mark: (index: number) => void
  stop: () => void
}

function createSentenceMarker(source: ReadableText, spoken: readonly string[]): SentenceMarker {
  let place = 0
  let marking: ReturnType<typeof setTimeout> | undefined
  let marked: number | undefined
  /** The element may appear after the sound, and may be redrawn meanwhile. */
  const mark = (index: number, from: number, misses = 0): void => {
    clearTimeout(marking)
    const element = source.element()
    const sentence = spoken[index]
    let missed = misses
    if (element && sentence && (marked !== index || !isSentenceMarked())) {
      const end = markSentence(element, sentence, from)
      if (end === undefined) missed += 1
      else {
        place = end
        marked = index
      }
    }
    if (missed < maxMisses) {
      marking = setTimeout(() => mark(index, from, missed), markMilliseconds)
    }
  }
  return {
    mark: (index) => mark(index, place),
    stop: () => {
      clearTimeout(marking)
      unmarkSentence()
    },
  }
}

type LanguageOf = (sentence: string) => Locale

/**
 * Returns the language of the voice for each sentence of a text: that of the whole text, as far as it
 * has been written.
 */
function createMessageLanguage(source: ReadableText): LanguageOf {
  let known: { length: number; locale: Locale } | undefined
  return (sentence) => {
    const text = source.text()
    if (known?.length !== text.length) {
      // The language of the text so far stays unless the rest clearly has another.
      known = { length: text.length, locale: languageOfText(text, known?.locale ?? localeNow()) }
    }
    return languageOfSentence(sentence, known.locale)
  }
}

async function withVoices(
  sentences: readonly string[],
  languageOf: LanguageOf,
  model: ModelReference | null,
): Promise<SpeakInput[]> {
  const preferences = preferencesNow()
  const { speed, pitch } = preferences
  const spoken = await Promise.all(
    sentences.map(async (text) => {
      const voice = await voiceFor(languageOf(text), model, preferences)
      return { text, voice, speed, pitch }
    }),
  )
  return spoken.filter(({ voice }) => voice.family !== 'system')
}

/**
 * Gives the sentences that have been completed since it was asked last; undefined once the text has
 * been rewritten.
 */
function createSentenceSource(
  source: ReadableText,
  languageOf: LanguageOf,
): () => string[] | undefined {
  const parser = createBlockParser()
  const { t } = i18next
  const reader = createSpeakableReader({
    document: parser.document,
    links: parser.links,
    names: {
      code: `${t('markdown.code.name')}.`,
      table: `${t('markdown.table')}.`,
      formula: t('markdown.formula'),
      diagram: `${t('markdown.diagram.name')}.`,
      image: t('markdown.image.name'),
    },
    languageOf,
  })
  const takeNew = followGrowingText()
  let isOver = false
  return () => {
    if (isOver) return []
    const added = takeNew(source.text())
    if (added === undefined) return undefined
    parser.append(added)
    isOver = source.isComplete()
    if (isOver) parser.end()
    return reader.take(isOver).map((sentence) => sentence.text)
  }
}

async function soundOf(
  audio: AudioContext,
  text: string,
  locale: Locale,
  model: ModelReference | null,
): Promise<Sound> {
  const preferences = preferencesNow()
  return loadSound(audio, text, await voiceFor(locale, model, preferences), preferences)
}

async function voiceFor(
  locale: Locale,
  model: ModelReference | null,
  preferences: VoicePreferences,
): Promise<VoiceReference> {
  const voice = await chooseVoice(locale, model, preferences)
  if (!voice) throw new AppError('voiceMissing', 'There is no voice for this language')
  return voice
}

function preferencesNow(): VoicePreferences {
  const preferences = store.get(preferencesAtom)?.voices
  if (!preferences) throw new AppError('internal', 'The settings are not there yet')
  return preferences
}

function localeNow(): Locale {
  return i18next.language as Locale
}
