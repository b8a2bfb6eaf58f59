/**
 * Programs for writing, by window class, bundle id or program: what is pasted there stays text,
 * line breaks as well. None of them has a terminal in it (as Kate, Emacs and VS Code have), nor a
 * field that sends at the end of a line. This list is all that Parley knows of that.
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

/** Whether line breaks that are pasted there are text, and run or send nothing. */
export function takesLineBreaks(app: string): boolean {
  return writingPrograms.has(app)
}
