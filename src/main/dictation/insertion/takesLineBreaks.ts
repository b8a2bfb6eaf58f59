/**
 * Writing programs by window class, bundle id or program, in which pasted line breaks are only
 * text. None contains a terminal (as Kate, Emacs and VS Code do) or a field that sends at a line
 * end. Parley knows no other such programs.
 */
const writingPrograms = new Set([
  // Linux.
  'abiword',
  'evolution',
  'featherpad',
  'geary',
  'gnome-text-editor',
  'l3afpad',
  'leafpad',
  'libreoffice-writer',
  'mousepad',
  'org.gnome.geary',
  'org.gnome.texteditor',
  'org.mozilla.thunderbird',
  'thunderbird',
  'xed',
  // macOS.
  'com.apple.iwork.pages',
  'com.apple.mail',
  'com.apple.notes',
  'com.apple.textedit',
  'com.microsoft.outlook',
  'com.microsoft.word',
  // Windows.
  'notepad',
  'outlook',
  'winword',
  'wordpad',
])

/** Returns true if pasted line breaks stay text and neither run nor send anything. */
export function takesLineBreaks(app: string): boolean {
  return writingPrograms.has(app)
}
