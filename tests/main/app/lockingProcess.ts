import { DatabaseSync } from 'node:sqlite'

/** Locks a database for writing until its input ends. */
const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('BEGIN EXCLUSIVE')
process.stdout.write('held\n')
process.stdin.on('end', () => {
  database.exec('ROLLBACK')
  database.close()
})
process.stdin.resume()
