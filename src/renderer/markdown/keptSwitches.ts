/**
 * What the reader has switched in one text: code that is wrapped or folded, details that are open,
 * pictures that were asked for. By the place of the element, in words of its own; it outlives the
 * element, which leaves the document when it is scrolled out of sight.
 */
export interface KeptSwitches {
  all: () => ReadonlyMap<string, string>
  /** An empty state is that in which the element is made. */
  set: (place: string, state: string) => void
}
