// oxlint-disable typescript/unbound-method, typescript/no-deprecated -- they are applied to their owners
/**
 * Keeps a frame from what no policy of Chromium forbids: taking the keyboard, writing to the
 * clipboard, filling the window's history. Keys reach it once the window has opened it; Escape
 * leaves it. Runs as source text in the frame's own world before its scripts, so it refers to
 * nothing outside itself, and to nothing that the scripts can replace later.
 */
export function confineFrame(): void {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect
  const { toLowerCase } = String.prototype
  const { execCommand, hasFocus } = Document.prototype
  const { replaceState } = History.prototype
  const { preventDefault, stopImmediatePropagation } = Event.prototype
  const getterOf = (owner: object, name: string): (() => unknown) => {
    return getOwnPropertyDescriptor(owner, name)?.get ?? (() => undefined)
  }
  const sourceOf = getterOf(MessageEvent.prototype, 'source')
  const dataOf = getterOf(MessageEvent.prototype, 'data')
  const text = String
  const Channel = MessageChannel
  const page = document
  const outer = top
  const fix = (owner: object, name: string, value: unknown): void => {
    defineProperty(owner, name, { value, writable: false, configurable: false })
  }

  fix(
    Document.prototype,
    'execCommand',
    function (this: Document, given: unknown, ...rest: unknown[]) {
      const command = text(given)
      const name: unknown = apply(toLowerCase, command, [])
      if (name === 'copy' || name === 'cut') return false
      return apply(execCommand, this, [command, ...rest]) as boolean
    },
  )
  fix(History.prototype, 'pushState', function (this: History, ...entry: unknown[]) {
    apply(replaceState, this, entry)
  })

  // A page that focuses a field as it loads means no harm. A frame that takes the keyboard in
  // another way loses its place.
  const focusing: readonly (readonly [object, string])[] = [
    [HTMLElement.prototype, 'focus'],
    [SVGElement.prototype, 'focus'],
    [MathMLElement.prototype, 'focus'],
    [HTMLInputElement.prototype, 'select'],
    [HTMLTextAreaElement.prototype, 'select'],
  ]
  for (const [owner, name] of focusing) {
    const method = getOwnPropertyDescriptor(owner, name)?.value as (() => unknown) | undefined
    if (!method) continue
    fix(owner, name, function (this: Element, ...options: []) {
      if (apply(hasFocus, page, [])) apply(method, this, options)
    })
  }
  fix(window, 'focus', () => undefined)

  let isOpen = false
  const hear = (event: MessageEvent): void => {
    if (!event.isTrusted || apply(sourceOf, event, []) !== outer) return
    const data = apply(dataOf, event, []) as { type?: unknown; isOpen?: unknown } | null
    if (data?.type !== 'parley:open-frame') return
    isOpen = data.isOpen === true
    apply(stopImmediatePropagation, event, [])
  }
  const takeKey = (event: Event): void => {
    if (!event.isTrusted) return
    if (isOpen) {
      if (event.type === 'keydown' && (event as KeyboardEvent).key === 'Escape') {
        // The window reads no message of a frame, but it sees that this one has a port.
        outer?.postMessage(null, '*', [new Channel().port1])
      }
      return
    }
    apply(preventDefault, event, [])
    apply(stopImmediatePropagation, event, [])
  }
  // A label that is clicked gives the keyboard to its field.
  const takeClick = (event: Event): void => {
    if (!event.isTrusted && !isOpen) apply(preventDefault, event, [])
  }
  addEventListener('message', hear, { capture: true })
  addEventListener('click', takeClick, { capture: true })
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste']) {
    addEventListener(type, takeKey, { capture: true })
  }
}
