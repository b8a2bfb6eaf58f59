/** Offers a text as a file; the browser asks for the folder. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download keeps the text once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
