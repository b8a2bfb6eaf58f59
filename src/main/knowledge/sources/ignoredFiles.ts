/** Folders of programs, which hold nothing that somebody wrote to be read. */
const ignoredFolders = new Set([
  'node_modules',
  '__pycache__',
  '__MACOSX',
  '@eaDir',
  'lost+found',
  '$RECYCLE.BIN',
  'System Volume Information',
])

/** Tells whether a folder is not looked into. Hidden ones are not either. */
export function isIgnoredFolder(name: string): boolean {
  return name.startsWith('.') || ignoredFolders.has(name)
}

/** Tells whether a file is a program's own: a lock of an office program, a download under way. */
export function isIgnoredFile(name: string): boolean {
  return (
    name.startsWith('~$') ||
    /^(?:Thumbs\.db|desktop\.ini|Icon\r)$/i.test(name) ||
    /\.(?:tmp|part|crdownload|swp|lock)$|~$/i.test(name)
  )
}

const unreadableTypes =
  'exe|dll|so|dylib|bin|dmg|iso|img|msi|deb|rpm|apk|jar|class|o|a|pyc|wasm|zip|gz|bz2|xz|7z|rar|tar|mp3|m4a|aac|wav|flac|ogg|opus|mp4|m4v|mkv|mov|avi|webm|ttf|otf|woff|woff2|sqlite|db|psd|blend|gguf|safetensors'
const unreadable = new RegExp(`\\.(?:${unreadableTypes})$`, 'i')

/** Tells whether a file's name says that it holds no text. */
export function isUnreadable(name: string): boolean {
  return unreadable.test(name)
}
