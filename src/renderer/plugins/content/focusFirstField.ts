/** Focuses the first field of a form that has just come; used as its ref. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus()
}
