import { serveCalls } from '../../workers/serveCalls.ts'
import { createFolderWatcher } from './folderWatcher.ts'

// The thread that looks at watched folders: thousands of files at a time.
serveCalls({
  open() {
    const folders = createFolderWatcher()
    return { services: { folders }, close: folders.close }
  },
  urgent: new Set(),
})
