export interface AccessKey {
  id: string
  secret: string
  /** Empty for a permanent key. */
  session: string
}

/**
 * Returns the stored form, `id:secret` or `id:secret:session`; undefined while a part is missing.
 */
export function joinAccessKey(key: AccessKey): string | undefined {
  const [id, secret, session] = [key.id.trim(), key.secret.trim(), key.session.trim()]
  if (id === '' || secret === '') return undefined
  return session === '' ? `${id}:${secret}` : `${id}:${secret}:${session}`
}
