/** Copies a text to the clipboard. Resolves to false if the system refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('The clipboard could not be written', error)
    return false
  }
}
