export function anchorOf(chapter: string): string {
  return chapter.toLowerCase().replace(/[^a-z]+/g, "-");
}
