import type { World, WorldMessage, worldEnd } from './worldEnd.ts'

/** A method that needs a permission, on the object named by `owner`. See `permissionOf`. */
export type GatedMethod = readonly [owner: string, method: string, permission: string]

/**
 * Prepares a document's main world before its scripts: installs what contextBridge exposes, and
 * makes main decide before a permission is used. Runs as source text, so it refers to nothing
 * outside itself.
 */
export function mainWorld(
  connect: typeof worldEnd,
  secret: string,
  gatedMethods: readonly GatedMethod[],
  executed: readonly ((...args: unknown[]) => unknown)[],
): void {
  const { apply } = Reflect
  const { addEventListener, dispatchEvent } = EventTarget.prototype
  const Message = CustomEvent
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')!.get!
  const channel = new EventTarget()
  type Ask = (permission: string, details: object) => Promise<void>
  let ask: Ask = () => Promise.resolve()

  const deepFreeze = (value: unknown): unknown => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
    if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
    Object.freeze(value)
    for (const item of Object.values(value)) deepFreeze(item)
    return value
  }

  const expose = (key: string, value: unknown): void => {
    if (Object.hasOwn(window, key)) {
      const reason = 'Cannot bind an API on top of an existing property on the window object'
      return world.send({ type: 'refused', reason })
    }
    Object.defineProperty(window, key, { value: deepFreeze(value), enumerable: true })
  }

  const world: World = connect((message) => {
    apply(dispatchEvent, channel, [new Message('out', { detail: message })])
  })
  const execute = (index: number, args: unknown[]): unknown =>
    apply(executed[index]!, undefined, args)
  const meet = (asking: Ask): void => {
    ask = asking
    world.send({ type: 'executeWith', execute: world.outward(execute) })
  }
  const receive = (event: Event): void => {
    const message = apply(detailOf, event, []) as WorldMessage
    if (message.type === 'expose') expose(message.key, world.inward(message.api))
    else if (message.type === 'askWith') meet(world.inward(message.ask) as Ask)
    else world.receive(message)
  }
  apply(addEventListener, channel, ['in', receive])
  const introduce = (): void => {
    apply(dispatchEvent, window, [new FocusEvent(`${secret}!`, { relatedTarget: channel })])
  }
  apply(addEventListener, window, [secret, introduce, { once: true }])

  // Electron names no type for a capture of the screen or of its sound.
  const isDevice = (wanted: MediaStreamConstraints['audio']): boolean => {
    const { mandatory } = Object(wanted) as { mandatory?: object }
    return Boolean(wanted) && !(mandatory && 'chromeMediaSource' in mandatory)
  }
  const detailsOf = (
    permission: string,
    args: readonly unknown[],
  ): { mediaTypes?: readonly string[] } => {
    if (permission !== 'media') return {}
    const { audio, video } = (args[0] ?? {}) as MediaStreamConstraints
    if (!audio && !video) return {}
    const mediaTypes = []
    if (isDevice(audio)) mediaTypes.push('audio')
    if (isDevice(video)) mediaTypes.push('video')
    return { mediaTypes }
  }
  const denial = (): DOMException => new DOMException('Permission denied', 'NotAllowedError')
  type Owner = Record<string, unknown> | undefined
  const ownerOf = (path: string): Owner =>
    path
      .split('.')
      .reduce<Owner>((object, name) => object?.[name] as Owner, window as unknown as Owner)

  const replace = (owner: object, name: string, value: unknown): void => {
    Object.defineProperty(owner, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }

  for (const [path, name, permission] of gatedMethods) {
    const owner = ownerOf(path)
    const native = owner?.[name] as ((...args: unknown[]) => unknown) | undefined
    if (!owner || !native) continue
    const gated = {
      async [name](this: unknown, ...args: unknown[]): Promise<unknown> {
        const asked =
          permission === 'midi' && (args[0] as MIDIOptions)?.sysex ? 'midiSysex' : permission
        const details = detailsOf(permission, args)
        await ask(asked, details)
        if (details.mediaTypes?.length === 0) throw denial()
        return apply(native, this, args)
      },
    }
    replace(owner, name, gated[name])
  }

  // Main refuses every new window. Electron then returns null to the page, but Chromium has created
  // a window.
  const { open } = window
  replace(window, 'open', (...args: unknown[]) => {
    apply(open, window, args)
    return null
  })

  // Chromium would ask the user with a picker of its own.
  const mediaDevices = window.MediaDevices?.prototype
  if (mediaDevices) {
    replace(mediaDevices, 'getDisplayMedia', () => Promise.reject(denial()))
  }

  const geolocation = window.Geolocation?.prototype
  if (!geolocation) return
  const { getCurrentPosition, watchPosition, clearWatch } = geolocation
  const watches = new Map<number, number | undefined>()
  let lastWatch = 0
  replace(geolocation, 'getCurrentPosition', function (this: Geolocation, ...args: unknown[]) {
    void ask('geolocation', {}).then(() => apply(getCurrentPosition, this, args) as unknown)
  })
  replace(geolocation, 'watchPosition', function (this: Geolocation, ...args: unknown[]) {
    const id = ++lastWatch
    watches.set(id, undefined)
    void ask('geolocation', {}).then(() => {
      if (watches.has(id)) watches.set(id, apply(watchPosition, this, args) as number)
    })
    return id
  })
  replace(geolocation, 'clearWatch', function (this: Geolocation, id: number) {
    const native = watches.get(id)
    watches.delete(id)
    if (native !== undefined) apply(clearWatch, this, [native])
  })
}
