import { atom } from 'jotai'
import i18next from 'i18next'
import type { Locale } from '../../shared/languages.ts'
import { AppError, toWire } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { SpeakInput, VoicePreferences, VoiceReference } from '../../shared/voices.ts'
import { errorText } from '../core/errorText.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { createSpeakableReader } from '../markdown/speakable.ts'
import { createBlockParser } from '../markdown/syntax/blocks/blockParser.ts'
import { showErrorToast } from '../ui/Toast.tsx'
import { chooseVoice } from './chooseVoice.ts'
import { languageOfText } from './languageOfText.ts'
import { loadSound } from './loadSound.ts'
import { isSentenceMarked, markSentence, unmarkSentence } from './markSentence.ts'
import { createSentencePlayer } from './sentencePlayer.ts'
import type { SentencePlayer, Sound } from './sentencePlayer.ts'
import type { VoiceUse } from './voiceUse.ts'

/** A text that may still be growing while it is read. */
export interface ReadableText {
  /** Whose text it is: one is read at a time. */
  id: string
  text: () => string
  /** Who wrote it, as it may have a voice of its own; null where no model did. */
  model: () => ModelReference | null
  /** No more text will follow. */
  isComplete: () => boolean
  /** Calls after every change; the returned function ends that. */
  subscribe: (listener: () => void) => () => void
  /** Told of what ends the reading before its end; without it the user is. */
  onFailed?: (error: unknown) => void
  /** Where the text is shown now, if it is. */
  element: () => Element | null
}

export interface Reading {
  id: string
  state: 'waiting' | 'speaking' | 'paused'
}

/** What is being read aloud. */
export const readingAtom = atom<Reading | null>(null)

interface Running {
  source: ReadableText
  player: SentencePlayer
  /** The sentences so far. */
  spoken: readonly string[]
  /** The index of the one that is heard. */
  current: number
  end: () => void
}

/** How long apart a sentence is looked for on the screen, and how often in vain. */
const markMilliseconds = 200
const missesMaximum = 10

let running: Running | undefined
let context: AudioContext | undefined

/** Reads a text from its beginning, sentence by sentence as they are completed. */
export function startReading(source: ReadableText): void {
  stopReading()
  context ??= new AudioContext()
  void context.resume()
  const audio = context
  const spoken: string[] = []
  let place = 0
  let marking: ReturnType<typeof setTimeout> | undefined
  let marked: number | undefined
  /** What shows the text may come later than its sound, and may be made anew meanwhile. */
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
    if (missed < missesMaximum) {
      marking = setTimeout(() => mark(index, from, missed), markMilliseconds)
    }
  }
  const player = createSentencePlayer(audio, {
    onSentence: (index) => {
      if (running?.player === player) running.current = index
      setState('speaking')
      mark(index, place)
    },
    onEnd: stopReading,
    onError: (error) => {
      console.error('Reading aloud has failed', error)
      if (source.onFailed) source.onFailed(error)
      else showErrorToast(errorText(i18next.t, toWire(error)).sentence)
      stopReading()
    },
  })
  const take = createSentenceSource(source)
  const addNew = (): void => {
    for (const text of take()) {
      spoken.push(text)
      player.add(() => soundOf(audio, text, source.model()))
    }
    if (source.isComplete()) player.finish()
  }
  const unsubscribe = source.subscribe(addNew)
  running = {
    source,
    player,
    spoken,
    current: 0,
    end: () => {
      unsubscribe()
      clearTimeout(marking)
      player.stop()
    },
  }
  store.set(readingAtom, { id: source.id, state: 'waiting' })
  addNew()
}

export function stopReading(): void {
  running?.end()
  running = undefined
  unmarkSentence()
  store.set(readingAtom, null)
}

export function togglePause(): void {
  const reading = store.get(readingAtom)
  if (!reading || !running) return
  if (reading.state === 'paused') running.player.resume()
  else running.player.pause()
  setState(reading.state === 'paused' ? 'speaking' : 'paused')
}

/** Goes on with the next sentence, or an earlier one. */
export function moveReading(by: number): void {
  running?.player.resume()
  running?.player.move(by)
}

/** The language of the sentence that is heard, and the model that wrote it. */
export function voiceUseNow(): VoiceUse {
  const sentence = running?.spoken[running.current] ?? ''
  return {
    locale: languageOfText(sentence, localeNow()),
    model: running?.source.model() ?? null,
  }
}

/** The sentences of what is being read so far, each with its voice. */
export async function spokenSentences(): Promise<SpeakInput[]> {
  const preferences = preferencesNow()
  const model = running?.source.model() ?? null
  const sentences = await Promise.all(
    (running?.spoken ?? []).map(async (text) => {
      const voice = await voiceFor(text, model, preferences)
      const { speed, pitch } = preferences
      return { text, voice, speed, pitch }
    }),
  )
  return sentences.filter(({ voice }) => voice.family !== 'system')
}

function setState(state: Reading['state']): void {
  store.set(readingAtom, (reading) => reading && { ...reading, state })
}

/** Gives the sentences that have been completed since it was asked last. */
function createSentenceSource(source: ReadableText): () => string[] {
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
    languageOf: (text) => languageOfText(text, localeNow()),
  })
  let read = 0
  let isOver = false
  return () => {
    if (isOver) return []
    const text = source.text()
    parser.append(text.slice(read))
    read = text.length
    isOver = source.isComplete()
    if (isOver) parser.end()
    return reader.take(isOver).map((sentence) => sentence.text)
  }
}

async function soundOf(
  audio: AudioContext,
  text: string,
  model: ModelReference | null,
): Promise<Sound> {
  const preferences = preferencesNow()
  return loadSound(audio, text, await voiceFor(text, model, preferences), preferences)
}

async function voiceFor(
  text: string,
  model: ModelReference | null,
  preferences: VoicePreferences,
): Promise<VoiceReference> {
  const voice = await chooseVoice(languageOfText(text, localeNow()), model, preferences)
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
