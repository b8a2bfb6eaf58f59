/** The content of a file as a data URL; electron-vite's own types leave these out. */
declare module '*?inline' {
  const url: string
  export default url
}
