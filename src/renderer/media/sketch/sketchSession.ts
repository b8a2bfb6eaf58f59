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
export type ReadSketch = () => Promise<Omit<SketchInput, 'id'> | undefined>

interface SketchSession {
  id: string
  /** Has the drawing sent as it is now. */
  change: () => void
  stop: (ending?: SketchEnding) => Promise<void>
}

/** The session of the page; undefined if there is none. */
let current: SketchSession | undefined

/** Returns the id of the last session, whose pictures can still be kept. */
export const sketchIdAtom = atom<string | undefined>(undefined)

function show(change: Partial<SketchView>): void {
  store.set(sketchViewAtom, (view) => ({ ...view, ...change }))
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
  const { providerId, modelId } = model
  const frames = api.media.sketch({ id, providerId, modelId, priceAccepted })
  forgetPicture()
  store.set(sketchViewAtom, { ...noSession, phase: 'starting' })
  try {
    // Main's first frame says that the session is open.
    const first = await frames[Symbol.asyncIterator]().next()
    if (first.done) throw new AppError('aborted', 'The session has ended')
  } catch (error) {
    const isAsking = error instanceof AppError && error.code === 'priceTooHigh'
    show({ phase: 'off', ...(!isAsking && { failure: { error: toWire(error), at: Date.now() } }) })
    return !isAsking
  }
  store.set(sketchIdAtom, id)
  show({ phase: 'waiting' })
  current = createSession(id, read)
  void follow(frames, current)
  current.change()
  return true
}

/** Ends the session. Resolves once its connection is closed. */
export async function stopSketch(ending: SketchEnding = 'stopped'): Promise<void> {
  await current?.stop(ending)
}

/** Has the drawing sent as it is now, if there is a session. */
export function changeSketch(): void {
  current?.change()
}

function createSession(id: string, read: ReadSketch): SketchSession {
  const fail = (error: unknown): void => show({ failure: { error: toWire(error), at: Date.now() } })
  const sender = createSketchSender({
    async send() {
      const input = await read()
      // The user may have stopped while the drawing was read.
      if (input && current?.id === id) await api.media.drawSketch({ id, ...input })
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
    onError: fail,
  })
  const stopWatching = watchHidden(() => void session.stop('hidden'))
  const session: SketchSession = {
    id,
    change: sender.change,
    async stop(ending = 'stopped') {
      sender.stop()
      stopWatching()
      if (current !== session) return
      current = undefined
      show({ phase: 'stopping', ending })
      await api.media.stopSketch({ id }).catch(fail)
    },
  }
  return session
}

async function follow(frames: AsyncIterable<SketchFrame>, session: SketchSession): Promise<void> {
  try {
    for await (const frame of frames) take(frame, session)
  } catch (error) {
    show({ failure: { error: toWire(error), at: Date.now() } })
  }
  await session.stop()
  show({ phase: 'off' })
}

function take(frame: SketchFrame, session: SketchSession): void {
  const isCurrent = current === session
  switch (frame.type) {
    case 'state':
      if (isCurrent) show({ phase: frame.state })
      return
    case 'picture': {
      // A picture that comes after Stop is not shown.
      if (!isCurrent) return
      forgetPicture()
      const { number, mediaType, bytes } = frame
      const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }))
      return show({
        picture: { number, url },
        isFlagged: false,
        answers: number,
        failure: undefined,
      })
    }
    case 'flagged':
      if (isCurrent) show({ isFlagged: true, answers: frame.number })
      return
    case 'problem':
      return show({ failure: { error: frame.error, at: Date.now() } })
    case 'ended':
      if (isCurrent) current = undefined
      show({ phase: 'off', ...(isCurrent && { ending: frame.reason }) })
      void session.stop()
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
