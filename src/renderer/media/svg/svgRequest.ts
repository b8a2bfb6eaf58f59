/** The request to the frame that draws SVG: the file's bytes. */
export interface SvgRequest {
  bytes: ArrayBuffer
}

/** The drawing as a PNG file, or why there is none. */
export type SvgReply = { png: ArrayBuffer } | { error: string }
