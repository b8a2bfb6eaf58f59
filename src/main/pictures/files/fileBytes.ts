/** A file that is read where it is asked for. */
export interface FileBytes {
  size: number
  /** Returns so many bytes from an offset on; fewer at the end of the file. At most 64 KB. */
  at: (offset: number, length: number) => Promise<Buffer>
}
