interface Wanted {
  id: string
  resolve: (address: string | undefined) => void
}

export interface ThumbnailMaker {
  /** Returns the small picture that was kept under an id; undefined if there is none. */
  load: (id: string) => Promise<Blob | undefined>
  make: (id: string) => Promise<Blob>
  store: (id: string, made: Blob) => Promise<void>
}

export interface Thumbnails {
  /** Returns the address of a small picture if it is there already. */
  known: (id: string) => string | undefined
  /**
   * Returns the address of a small picture, made if need be; undefined if it could not be made or
   * is no longer wanted. The one that is asked for last comes first: it is in sight.
   */
  ask: (id: string) => { address: Promise<string | undefined>; cancel: () => void }
}

/** So many small pictures stay in memory: some 20 kB each. */
const keptMaximum = 600

/** Returns what gives the gallery its small pictures, made one at a time. */
export function createThumbnails({ load, make, store }: ThumbnailMaker): Thumbnails {
  const addresses = new Map<string, string>()
  let wanted: Wanted[] = []
  let isWorking = false

  const keep = (id: string, blob: Blob): string => {
    const address = URL.createObjectURL(blob)
    addresses.set(id, address)
    const [oldest] = addresses
    if (addresses.size > keptMaximum && oldest) {
      addresses.delete(oldest[0])
      URL.revokeObjectURL(oldest[1])
    }
    return address
  }
  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let next = wanted.pop(); next; next = wanted.pop()) {
      next.resolve(await addressOf(next.id))
    }
    isWorking = false
  }
  async function addressOf(id: string): Promise<string | undefined> {
    const known = addresses.get(id)
    if (known !== undefined) return known
    try {
      // A full disk must not cost the gallery its small pictures.
      const stored = await load(id).catch(() => undefined)
      const made = stored ?? (await make(id))
      if (!stored) await store(id, made).catch(() => undefined)
      return keep(id, made)
    } catch {
      // The tile then shows the whole picture.
      return undefined
    }
  }

  return {
    known: (id) => addresses.get(id),
    ask(id) {
      const { promise: address, resolve } = Promise.withResolvers<string | undefined>()
      const one = { id, resolve }
      wanted.push(one)
      void work()
      return {
        address,
        cancel() {
          wanted = wanted.filter((other) => other !== one)
          resolve(undefined)
        },
      }
    },
  }
}
