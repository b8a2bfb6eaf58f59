interface Wanted {
  id: string
  resolve: (address: string | undefined) => void
  /** Whether it was looked for among those that are kept, and is not there. */
  isMissing: boolean
  isCancelled: boolean
}

/** A small picture that the page can show. */
export interface ShownThumbnail {
  address: string
  /** Frees its memory. */
  close: () => void
}

export interface ThumbnailMaker {
  /** Returns the small picture that was kept under an id; undefined if there is none. */
  load: (id: string) => Promise<Blob | undefined>
  make: (id: string) => Promise<Blob>
  store: (id: string, made: Blob) => Promise<void>
  show: (made: Blob) => ShownThumbnail
}

export interface Thumbnails {
  /** Returns the address of a small picture if it is there already. */
  known: (id: string) => string | undefined
  /**
   * Returns the address of a small picture, made if need be; undefined if it could not be made or
   * is no longer wanted. The one that is asked for last comes first: it is in sight.
   */
  ask: (id: string) => { address: Promise<string | undefined>; cancel: () => void }
  /** Makes no small picture while it rests. Those that are kept still come. */
  rest: (isResting: boolean) => void
}

/** So many small pictures stay in memory: some 20 kB each. */
const maxKept = 600

/** Returns what gives the gallery its small pictures, made one at a time. */
export function createThumbnails({ load, make, store, show }: ThumbnailMaker): Thumbnails {
  const kept = new Map<string, ShownThumbnail>()
  let wanted: Wanted[] = []
  let isWorking = false
  let isResting = false

  const keep = (id: string, blob: Blob): string => {
    const shown = show(blob)
    kept.set(id, shown)
    const [oldest] = kept
    if (kept.size > maxKept && oldest) {
      kept.delete(oldest[0])
      oldest[1].close()
    }
    return shown.address
  }
  const takeNext = (): Wanted | undefined => {
    const index = wanted.findLastIndex(({ isMissing }) => !isMissing || !isResting)
    return index < 0 ? undefined : wanted.splice(index, 1)[0]
  }
  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let next = takeNext(); next; next = takeNext()) {
      const address = kept.get(next.id)?.address
      if (address !== undefined) next.resolve(address)
      else if (next.isMissing) next.resolve(await madeOf(next.id))
      else await look(next)
    }
    isWorking = false
  }
  /** Looks for one among those that are kept. What is not there waits for its turn to be made. */
  async function look(one: Wanted): Promise<void> {
    // A full disk must not cost the gallery its small pictures.
    const stored = await load(one.id).catch(() => undefined)
    if (stored) one.resolve(keep(one.id, stored))
    else if (!one.isCancelled) {
      one.isMissing = true
      wanted.push(one)
    }
  }
  async function madeOf(id: string): Promise<string | undefined> {
    try {
      const made = await make(id)
      await store(id, made).catch(() => undefined)
      return keep(id, made)
    } catch {
      // The tile then shows the whole picture.
      return undefined
    }
  }

  return {
    known: (id) => kept.get(id)?.address,
    ask(id) {
      const { promise: address, resolve } = Promise.withResolvers<string | undefined>()
      const one: Wanted = { id, resolve, isMissing: false, isCancelled: false }
      wanted.push(one)
      void work()
      return {
        address,
        cancel() {
          one.isCancelled = true
          wanted = wanted.filter((other) => other !== one)
          resolve(undefined)
        },
      }
    },
    rest(nowResting) {
      isResting = nowResting
      void work()
    },
  }
}
