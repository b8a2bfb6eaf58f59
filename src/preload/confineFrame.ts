// oxlint-disable typescript/unbound-method, typescript/no-deprecated -- they are applied to their owners
/**
 * Keeps a frame from writing to the clipboard and from filling the window's history, which no
 * policy of Chromium forbids, and lets the user leave it with Escape. Runs as source text in the frame's own world before its scripts, so
 * it refers to nothing outside itself, and to nothing that the scripts can replace later.
 */
export function confineFrame(): void {
  const { apply, defineProperty } = Reflect
  const { toLowerCase } = String.prototype
  const { execCommand } = Document.prototype
  const { replaceState } = History.prototype
  const text = String
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
  const leave = { type: 'parley:leave-frame' }
  addEventListener(
    'keydown',
    ({ key, isTrusted }) => {
      if (isTrusted && key === 'Escape') top?.postMessage(leave, '*')
    },
    { capture: true },
  )
}
