import { atom } from 'jotai'
import { AppError, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type {
  SketchEnd,
  SketchFrame,
  SketchInput,
  SketchModel,
} from '../../../shared/media/sketch.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { createSketchSender } from './createSketchSender.ts'

/** True while the live sketch is on the screen. */
export const sketchOpenAtom = atom(false)

/** Why a session has ended: main's reasons, and that nobody could see it. */
export type SketchEnding = SketchEnd | 'hidden'

/** A session as the page shows it. */
export interface SketchView {
  /** The session that is shown, also after its end: its pictures can still be kept. */
  id: string | undefined
  /** `off`: no session, so nothing is sent and nothing costs. */
  phase: 'off' | 'starting' | 'waiting' | 'connecting' | 'active' | 'stopping'
  /** The number of the shown picture and the address of its bytes. */
  picture: { number: number; url: string } | undefined
  isFlagged: boolean
  /** Answers so far. */
  answers: number
  ending: SketchEnding | undefined
  failure: { error: WireError; at: number } | undefined
}

const noSession: SketchView = {
  id: undefined,
  phase: 'off',
  picture: undefined,
  isFlagged: false,
  answers: 0,
  ending: undefined,
  failure: undefined,
}

export const sketchViewAtom = atom<SketchView>(noSession)

/** Milliseconds between two drawings that are handed to main, which sends no more a second. */
const pauseMs = 128
/** Milliseconds that the window may be hidden. */
const hiddenMs = 10_000

/** Reads the drawing as it is, with its settings; undefined for an empty paper. */
export type ReadSketch = () => Promise<Drawing | undefined>
type Drawing = Omit<SketchInput, 'id'>

interface SketchSession {
  id: string
  /** Has the drawing sent as it is now. */
  change: () => void
  /** Lets the drawing that was sent last be sent again. */
  forget: () => void
  /** Sends nothing any more. Main's session goes on until it is stopped or its stream closes. */
  leave: () => void
}

/** The session of the page, from its start on; undefined if there is none. */
let current: SketchSession | undefined

/** Changes the view of a session, unless a later one is shown. */
function show(id: string, change: Partial<SketchView>): void {
  store.set(sketchViewAtom, (view) => (view.id === id ? { ...view, ...change } : view))
}

function showFailure(id: string, error: unknown): void {
  show(id, { failure: { error: toWire(error), at: Date.now() } })
}

/**
 * Starts a session. Returns false if the user has to be asked about the price first.
 */
export async function startSketch(
  model: SketchModel,
  priceAccepted: boolean,
  read: ReadSketch,
): Promise<boolean> {
  await stopSketch()
  const id = crypto.randomUUID()
  const session = createSession(id, read)
  current = session
  forgetPicture()
  store.set(sketchViewAtom, { ...noSession, id, phase: 'starting' })
  const { providerId, modelId } = model
  const frames = api.media.sketch({ id, providerId, modelId, priceAccepted })
  const iterator = frames[Symbol.asyncIterator]()
  try {
    // Main's first frame says that the session is open.
    const first = await iterator.next()
    if (first.done) throw new AppError('aborted', 'The session has ended')
    take(first.value, id)
  } catch (error) {
    const isAsking = error instanceof AppError && error.code === 'priceTooHigh'
    if (!isAsking) showFailure(id, error)
    session.leave()
    show(id, { phase: 'off' })
    return !isAsking
  }
  if (current === session) {
    void follow(frames, session)
    session.change()
  } else {
    // The user stopped it before main knew of it: closing the stream ends it.
    await iterator.return?.()
    show(id, { phase: 'off' })
  }
  return true
}

/** Ends the session. Resolves once its connection is closed. */
export async function stopSketch(ending: SketchEnding = 'stopped'): Promise<void> {
  if (!current) return
  const { id, leave } = current
  leave()
  show(id, { phase: 'stopping', ending })
  await api.media.stopSketch({ id }).catch((error: unknown) => showFailure(id, error))
}

/** Has the drawing sent as it is now, if there is a session. One that starts sends it once open. */
export function changeSketch(): void {
  if (store.get(sketchViewAtom).phase !== 'starting') current?.change()
}

function createSession(id: string, read: ReadSketch): SketchSession {
  const sender = createSketchSender({
    ...{ read, isSame },
    send: (drawing) => api.media.drawSketch({ id, ...drawing }),
    pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
    onError: (error) => showFailure(id, error),
  })
  const stopWatching = watchHidden(() => void stopSketch('hidden'))
  const session: SketchSession = {
    id,
    change: sender.change,
    forget: sender.forget,
    leave() {
      sender.stop()
      stopWatching()
      if (current === session) current = undefined
    },
  }
  return session
}

function isSame(one: Drawing, other: Drawing): boolean {
  return (
    one.prompt === other.prompt &&
    one.seed === other.seed &&
    one.strength === other.strength &&
    one.drawing.length === other.drawing.length &&
    one.drawing.every((byte, index) => byte === other.drawing[index])
  )
}

async function follow(frames: AsyncIterable<SketchFrame>, session: SketchSession): Promise<void> {
  const { id, leave } = session
  try {
    for await (const frame of frames) take(frame, id)
  } catch (error) {
    showFailure(id, error)
  }
  leave()
  show(id, { phase: 'off' })
}

function take(frame: SketchFrame, id: string): void {
  if (frame.type === 'problem') {
    if (current?.id === id) current.forget()
    return show(id, { failure: { error: frame.error, at: Date.now() } })
  }
  // After Stop only problems are shown: a picture that comes late is not.
  if (current?.id !== id) return
  switch (frame.type) {
    case 'state':
      return show(id, { phase: frame.state })
    case 'picture': {
      forgetPicture()
      const { number, mediaType, bytes } = frame
      const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }))
      return show(id, {
        picture: { number, url },
        isFlagged: false,
        answers: number,
        failure: undefined,
      })
    }
    case 'flagged':
      return show(id, { isFlagged: true, answers: frame.number })
    case 'ended':
      return show(id, { ending: frame.reason })
  }
}

function forgetPicture(): void {
  const { picture } = store.get(sketchViewAtom)
  if (picture) URL.revokeObjectURL(picture.url)
}

/** Calls `leave` once the window has been hidden for a while. Returns what stops watching. */
function watchHidden(leave: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(leave, hiddenMs)
  }
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
