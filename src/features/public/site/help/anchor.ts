/** Returns a chapter's anchor on the help page. */
export function anchorOf(chapter: string): string {
  return chapter.toLowerCase().replace(/[^a-z]+/g, "-");
}
