const families = "'IBM Plex Sans Variable', 'IBM Plex Sans Arabic'"

/**
 * Loads the files of Parley's type that a text needs, so that it does not move when they arrive.
 * Resolves without them if they can't be read: the text is then set in the system's font.
 */
export async function loadTypeface(
  text: string,
  style: 'normal' | 'italic' = 'normal',
): Promise<void> {
  try {
    await document.fonts.load(`${style} 1em ${families}`, text)
  } catch (error) {
    console.error('The typeface could not be loaded', error)
  }
}
