import { createLog } from '../../../src/main/app/log.ts'

/** Logs as main does, after its input has ended, and gives what follows from that time to happen. */
const log = createLog(process.argv[2] ?? '', (text) => text)
process.on('uncaughtException', (error) => log('Uncaught exception', error))
process.stdin.on('end', () => {
  log('Something failed')
  let turns = 0
  const wait = (): void => {
    turns += 1
    if (turns < 200) setImmediate(wait)
    else process.exit(0)
  }
  wait()
})
process.stdin.resume()
