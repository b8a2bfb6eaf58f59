/** Returns the message with which ComfyUI shows a picture while it paints: 1 is JPEG, 2 PNG. */
export function pictureFrame(picture: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(1, 0)
  head.writeUInt32BE(picture[0] === 0xff ? 1 : 2, 4)
  return Buffer.concat([head, picture])
}

/** Returns the message in which newer servers tell whose picture it is. */
export function describedFrame(picture: Uint8Array, promptId: string): Buffer {
  const about = Buffer.from(JSON.stringify({ node_id: '3', prompt_id: promptId }))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(4, 0)
  head.writeUInt32BE(about.length, 4)
  return Buffer.concat([head, about, picture])
}
