import { cutAtWord, heardOffset, spokenMs } from './heardText.ts'
import type { Usage } from '../../shared/chat/parts.ts'
import type { ServerEvent } from './serverEvent.ts'

/** One turn of the user or the model. */
export interface Said {
  role: 'user' | 'assistant'
  text: string
}

/** A turn of a session as it is kept. */
export interface SpokenTurn extends Said {
  /** When it began to be spoken, in milliseconds since 1970. */
  at: number
  /** True if it was broken off: the text ends about where the listener heard the last word. */
  isInterrupted: boolean
  /** Tokens of the answer that the turn ends; null if unknown, and for the user. */
  usage: Usage | null
}

/** An answer of the model, which may have several items. */
interface Answer {
  id: string
  isDone: boolean
  playback: 'none' | 'playing' | 'over'
  startedAt: number
  /** Milliseconds of sound that were heard before the user cut in. */
  heardMs?: number
  /** Milliseconds of sound that were made. */
  totalMs?: number
  usage: Usage | null
  /** The items that the service has cut by itself. */
  cutItems: Set<string>
}

interface Turn extends Omit<SpokenTurn, 'usage'> {
  itemId: string
  /** The answer that the turn is part of; missing for the user's. */
  answer?: Answer
  /** True once nothing more of the user's words comes. */
  isWritten: boolean
}

export interface TranscriptOptions {
  onSaid: (said: SpokenTurn) => void
  /** Called when the user has cut in, with the milliseconds of an item's sound that were heard. */
  onCut: (itemId: string, heardMs: number) => void
  /** Returns milliseconds since 1970. */
  now: () => number
}

/** The written form of both sides of a session. */
export interface Transcript {
  take: (event: ServerEvent) => void
  /** Resolves once all that the user said is written, or after this time. */
  settled: (milliseconds: number) => Promise<void>
  /** Waits no longer for words that the user began to say before this time. */
  giveUp: (before: number) => void
  /** Emits the unfinished turns as they are. */
  flush: () => void
}

/**
 * Emits both sides' turns in the order in which they were spoken: the service often transcribes the
 * user only while the model answers. An answer is emitted once it has been heard, or cut off.
 */
export function createTranscript({ onSaid, onCut, now }: TranscriptOptions): Transcript {
  let turns: Turn[] = []
  let answers: Answer[] = []
  const speechStarts = new Map<string, number>()
  let waiters: (() => void)[] = []

  function begin(turn: Pick<Turn, 'role' | 'itemId' | 'at' | 'answer'>): void {
    if (turns.some(({ itemId }) => itemId === turn.itemId)) return
    turns.push({ ...turn, text: '', isWritten: false, isInterrupted: false })
  }

  function beginUser(itemId: string): void {
    begin({ role: 'user', itemId, at: speechStarts.get(itemId) ?? now() })
    speechStarts.delete(itemId)
  }

  function beginAnswer({ itemId, responseId }: ServerEvent): void {
    begin({ role: 'assistant', itemId, at: now(), answer: answerOf(responseId) })
  }

  function answerOf(id: string): Answer {
    const known = answers.find((one) => one.id === id)
    if (known) return known
    const added: Answer = {
      id,
      isDone: false,
      playback: 'none',
      startedAt: 0,
      usage: null,
      cutItems: new Set(),
    }
    answers.push(added)
    return added
  }

  function change(itemId: string, write: (turn: Turn) => void): void {
    const turn = turns.find((one) => one.itemId === itemId)
    if (!turn) return
    write(turn)
    emitWhole()
  }

  function startPlaying(id: string): void {
    // Only one answer plays at a time, so a lost end holds nothing up.
    for (const answer of answers) if (answer.playback === 'playing') answer.playback = 'over'
    const answer = answerOf(id)
    Object.assign(answer, { playback: 'playing', startedAt: now() })
    for (const turn of turns) if (turn.answer === answer && turn.text === '') turn.at = now()
    emitWhole()
  }

  function stopPlaying(id: string, isCut: boolean): void {
    const answer = answers.find((one) => one.id === id)
    if (!answer) return
    if (isCut && answer.playback === 'playing') answer.heardMs ??= now() - answer.startedAt
    answer.playback = 'over'
    emitWhole()
  }

  /** The service knows best how much it has played, but says so of single items. */
  function truncate({ itemId, audioEndMs }: ServerEvent): void {
    const answer = turns.find((one) => one.itemId === itemId)?.answer
    if (!answer || audioEndMs === null) return
    answer.cutItems.add(itemId)
    const isAlone = turns.filter((one) => one.answer === answer).length === 1
    if (isAlone) answer.heardMs = audioEndMs
  }

  function finish({ responseId, status, spokenTokens, usage }: ServerEvent): void {
    const answer = answers.find((one) => one.id === responseId)
    if (!answer) return
    Object.assign(answer, { isDone: true, usage })
    if (spokenTokens !== null) answer.totalMs = spokenMs(spokenTokens)
    const last = turns.findLast((turn) => turn.answer === answer)
    // The service's filter or limit of tokens has cut it short.
    if (last && status === 'incomplete') last.isInterrupted = true
    emitWhole()
  }

  function emitWhole(): void {
    const pending = turns.findIndex((turn) => !isWhole(turn))
    emit(pending < 0 ? turns.length : pending)
    if (isUserPending()) return
    for (const wake of waiters) wake()
    waiters = []
  }

  function emit(count: number): void {
    const whole = turns.slice(0, count)
    for (const answer of new Set(whole.map((turn) => turn.answer))) {
      if (answer) cutUnheard(answer, whole, onCut)
    }
    turns = turns.slice(count)
    answers = answers.filter(
      (answer) => !answer.isDone || turns.some((turn) => turn.answer === answer),
    )
    const spoken = whole.filter(({ text }) => text.trim() !== '')
    for (const turn of spoken) {
      const { role, text, at, isInterrupted, answer } = turn
      const isLast = turn === spoken.findLast((one) => one.answer === answer)
      const usage = isLast ? (answer?.usage ?? null) : null
      onSaid({ role, text: text.trim(), at, isInterrupted, usage })
    }
  }

  const isUserPending = (): boolean =>
    turns.some(({ role, isWritten }) => role === 'user' && !isWritten)

  return {
    take(event) {
      const { type, itemId, responseId, role, text } = event
      switch (type) {
        case 'input_audio_buffer.speech_started':
          return void speechStarts.set(itemId, now())
        case 'input_audio_buffer.committed':
          return beginUser(itemId)
        case 'conversation.item.input_audio_transcription.completed':
          return change(itemId, (turn) => Object.assign(turn, { text, isWritten: true }))
        case 'conversation.item.input_audio_transcription.failed':
          return change(itemId, (turn) => (turn.isWritten = true))
        case 'response.output_item.added':
          return role === 'assistant' ? beginAnswer(event) : undefined
        case 'response.output_audio_transcript.delta':
        case 'response.audio_transcript.delta':
          return change(itemId, (turn) => (turn.text += text))
        case 'response.output_audio_transcript.done':
        case 'response.audio_transcript.done':
          return change(itemId, (turn) => (turn.text = text || turn.text))
        case 'output_audio_buffer.started':
          return startPlaying(responseId)
        case 'output_audio_buffer.stopped':
          return stopPlaying(responseId, false)
        case 'output_audio_buffer.cleared':
          return stopPlaying(responseId, true)
        case 'conversation.item.truncated':
          return truncate(event)
        case 'response.done':
          return finish(event)
      }
    },
    async settled(milliseconds) {
      if (!isUserPending()) return
      await new Promise<void>((resolve) => {
        waiters.push(resolve)
        setTimeout(resolve, milliseconds)
      })
    },
    giveUp(before) {
      for (const turn of turns) if (turn.role === 'user' && turn.at < before) turn.isWritten = true
      emitWhole()
    },
    flush() {
      for (const turn of turns) if (turn.answer && !isWhole(turn)) turn.isInterrupted = true
      emit(turns.length)
    },
  }
}

function isWhole({ answer, isWritten }: Turn): boolean {
  return answer ? answer.isDone && answer.playback !== 'playing' : isWritten
}

/** Cuts the texts of an answer where the user cut in, and says how much of which item was heard. */
function cutUnheard(
  answer: Answer,
  whole: readonly Turn[],
  onCut: TranscriptOptions['onCut'],
): void {
  const { heardMs, totalMs, cutItems } = answer
  if (heardMs === undefined) return
  const items = whole.filter((turn) => turn.answer === answer)
  const last = items.at(-1)
  // Without a count of the sound nobody knows how much of it was heard, so all the text is kept.
  if (totalMs === undefined) {
    if (last) last.isInterrupted = true
    return
  }
  const length = items.reduce((sum, { text }) => sum + text.length, 0)
  const heard = heardOffset(length, heardMs, totalMs)
  let start = 0
  for (const turn of items) {
    const end = start + turn.text.length
    if (heard < end) {
      const played = Math.floor(heardMs - (start * totalMs) / length)
      if (played >= 1 && !cutItems.has(turn.itemId)) onCut(turn.itemId, played)
      turn.text = cutAtWord(turn.text, heard - start)
      turn.isInterrupted = true
    }
    start = end
  }
}
