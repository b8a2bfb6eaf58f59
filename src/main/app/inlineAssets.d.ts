/** A file's content as a data URL; electron-vite's types lack these. */
declare module '*?inline' {
  const url: string
  export default url
}
