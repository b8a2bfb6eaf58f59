/**
 * Encodes a form as multipart/form-data. Returns the bytes and the media type with the boundary.
 */
export async function encodeForm(
  form: FormData,
): Promise<{ body: Uint8Array<ArrayBuffer>; type: string }> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { body: new Uint8Array(await encoded.arrayBuffer()), type }
}
