/** Focuses a field that the user has just asked for; used as its ref. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
