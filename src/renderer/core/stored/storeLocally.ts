/**
 * Stores a text in the page's localStorage. If the storage is full, nothing fails: the page knows
 * the text until it is left.
 */
export function storeLocally(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch (error) {
    console.warn(`${key} could not be kept`, error)
  }
}
