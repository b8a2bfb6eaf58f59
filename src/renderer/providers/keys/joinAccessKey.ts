export interface AccessKey {
  id: string
  secret: string
  /** Empty where the key is no temporary one. */
  session: string
}

/** The one secret that is kept: `id:secret` or `id:secret:session`; undefined while it lacks a part. */
export function joinAccessKey(key: AccessKey): string | undefined {
  const [id, secret, session] = [key.id.trim(), key.secret.trim(), key.session.trim()]
  if (id === '' || secret === '') return undefined
  return session === '' ? `${id}:${secret}` : `${id}:${secret}:${session}`
}
