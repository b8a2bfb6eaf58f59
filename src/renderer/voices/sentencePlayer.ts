/** The sound of one sentence. */
export type Sound =
  | { kind: 'samples'; buffer: AudioBuffer }
  /** The system speaks it; resolves when it has. */
  | { kind: 'spoken'; speak: (signal: AbortSignal) => Promise<void> }

export interface PlayerEvents {
  /** Called with the index of the sentence that begins. */
  onSentence: (index: number) => void
  onEnd: () => void
  onError: (error: unknown) => void
}

export interface SentencePlayer {
  /** Adds a sentence; `load` is called when its turn is near. */
  add: (load: () => Promise<Sound>) => void
  /** Says that no more sentences follow. */
  finish: () => void
  pause: () => void
  resume: () => void
  /** Moves this many sentences forwards, or backwards. */
  move: (by: number) => void
  stop: () => void
}

/** Number of sounds fetched ahead of the playing one. */
const ahead = 2
const startSeconds = 0.01

interface Item {
  load: () => Promise<Sound>
  sound: Promise<Sound> | undefined
}

/**
 * Plays sentences without a gap: schedules each where the one before ends on the audio clock, and
 * fetches the next ones meanwhile.
 */
export function createSentencePlayer(context: AudioContext, events: PlayerEvents): SentencePlayer {
  const items: Item[] = []
  let isFinished = false
  let isStopped = false
  /** Counts the user's jumps; work of an earlier run is void. */
  let run = 0
  let next = 0
  let endTime = 0
  let isWaiting = true
  let current = 0
  let speaking: AbortController | undefined
  let timers: ReturnType<typeof setTimeout>[] = []
  const sources = new Set<AudioBufferSourceNode>()

  const loadAhead = (): void => {
    for (const item of items.slice(next, next + ahead + 1)) {
      item.sound ??= item.load()
      // Reported when its turn comes.
      item.sound.catch(() => undefined)
    }
  }

  const fail = (error: unknown): void => {
    silence()
    isStopped = true
    events.onError(error)
  }

  /** Schedules the next sentence after the last scheduled one. */
  const playNext = async (): Promise<void> => {
    const mine = run
    const item = items[next]
    if (!item) {
      isWaiting = true
      if (isFinished && !isStopped) endAfterSound(mine)
      return
    }
    isWaiting = false
    loadAhead()
    const index = next
    next += 1
    try {
      const sound = await item.sound
      if (!sound || mine !== run || isStopped) return
      if (sound.kind === 'samples') playSamples(sound.buffer, index, mine)
      else await playSpoken(sound.speak, index, mine)
    } catch (error) {
      if (mine === run && !isStopped) fail(error)
    }
  }

  const playSamples = (buffer: AudioBuffer, index: number, mine: number): void => {
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    const start = Math.max(context.currentTime + startSeconds, endTime)
    endTime = start + buffer.duration
    source.start(start)
    sources.add(source)
    source.addEventListener('ended', () => sources.delete(source))
    whenPlayed(start, mine, () => {
      current = index
      events.onSentence(index)
      void playNext()
    })
  }

  const playSpoken = async (
    speak: (signal: AbortSignal) => Promise<void>,
    index: number,
    mine: number,
  ): Promise<void> => {
    await new Promise<void>((resolve) => whenPlayed(endTime, mine, resolve))
    current = index
    events.onSentence(index)
    speaking = new AbortController()
    await speak(speaking.signal)
    if (mine === run && !isStopped) void playNext()
  }

  const endAfterSound = (mine: number): void => {
    whenPlayed(endTime, mine, () => {
      if (!items[next] && isFinished) events.onEnd()
    })
  }

  /** Calls back when the audio clock reaches a time; the clock stands still while paused. */
  const whenPlayed = (time: number, mine: number, act: () => void): void => {
    const wait = (): void => {
      if (mine !== run || isStopped) return
      const left = time - context.currentTime
      if (left <= 0) act()
      else timers.push(setTimeout(wait, Math.min(250, left * 1000 + 1)))
    }
    wait()
  }

  const silence = (): void => {
    run += 1
    for (const timer of timers) clearTimeout(timer)
    timers = []
    for (const source of sources) source.stop()
    sources.clear()
    speaking?.abort()
    endTime = 0
  }

  return {
    add: (load) => {
      items.push({ load, sound: undefined })
      loadAhead()
      if (isWaiting && !isStopped) void playNext()
    },
    finish: () => {
      isFinished = true
      if (isWaiting && !isStopped) void playNext()
    },
    pause: () => {
      void context.suspend()
      speechSynthesis.pause()
    },
    resume: () => {
      void context.resume()
      speechSynthesis.resume()
    },
    move: (by) => {
      silence()
      next = Math.max(0, Math.min(items.length, current + by))
      void playNext()
    },
    stop: () => {
      isStopped = true
      silence()
    },
  }
}
