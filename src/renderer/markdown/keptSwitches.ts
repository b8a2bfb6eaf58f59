/**
 * Keeps what the reader has switched in one text: code that is wrapped or folded, open details,
 * loaded pictures. Each state is kept by its element's place, because an element leaves the
 * document when it is scrolled out of sight.
 */
export interface KeptSwitches {
  all: () => ReadonlyMap<string, string>
  /** Keeps a state. An empty one is the state of a new element. */
  set: (place: string, state: string) => void
}
