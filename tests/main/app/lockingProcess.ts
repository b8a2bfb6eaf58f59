import { DatabaseSync } from 'node:sqlite'

/** Holds a database for writing until its input ends. */
const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('BEGIN EXCLUSIVE')
console.log('held')
process.stdin.on('end', () => {
  database.exec('ROLLBACK')
  database.close()
})
process.stdin.resume()
