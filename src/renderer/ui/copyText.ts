/** Puts the text on the clipboard; false where the system does not let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('The clipboard could not be written', error)
    return false
  }
}
