/** A Markdown file, as it is. */
declare module "*.md?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports it like that.
  export default text;
}
