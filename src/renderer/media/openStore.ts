/** Opens a database of the page that holds values by id; creates it at the first call. */
export function openStore(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(table)
  return resultOf(request)
}

/** Returns the value of an id; undefined if there is none. */
export async function readStored(database: IDBDatabase, id: string): Promise<unknown> {
  return resultOf(database.transaction(table).objectStore(table).get(id))
}

/** Writes the value of an id, or removes it if the value is undefined. Resolves once it is kept. */
export async function writeStored(
  database: IDBDatabase,
  id: string,
  value: unknown,
  durability: 'strict' | 'relaxed',
): Promise<void> {
  const writing = database.transaction(table, 'readwrite', { durability })
  const store = writing.objectStore(table)
  if (value === undefined) store.delete(id)
  else store.put(value, id)
  await new Promise<void>((resolve, reject) => {
    writing.oncomplete = () => resolve()
    writing.onabort = () => reject(writing.error ?? new Error('The page could not store a value'))
  })
}

const table = 'values'

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The page’s database failed'))
  })
}
