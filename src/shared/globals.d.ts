/** The only global that shared types use. It exists in both Node and browsers. */
interface AbortSignal {
  readonly aborted: boolean
}
