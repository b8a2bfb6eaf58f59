import { findDataFolder } from './commandLine/dataFolder.ts'
import { runInTerminal } from './commandLine/inTerminal.ts'

// The commands that need no window, on plain Node: a package's launcher starts this file for `ask`,
// `--help` and `--version`, so that Chromium stays out of it.
const code = await runInTerminal(process.argv.slice(2), findDataFolder)
// Connections are kept open for a next request, which does not come.
process.exit(code)
