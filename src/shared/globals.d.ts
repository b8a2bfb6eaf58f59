/** The one global that shared types name: it exists in Node and in browsers alike. */
interface AbortSignal {
  readonly aborted: boolean
}
