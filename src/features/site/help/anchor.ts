/** Where a chapter stands on the help page. */
export function anchorOf(chapter: string): string {
  return chapter.toLowerCase().replace(/[^a-z]+/g, "-");
}
