import { allowStyles } from "#src/kit/nonce.ts";

interface Looks {
  isDark: boolean;
  hasPictures: boolean;
}

/** An e-mail as the preview’s frame shows it: in a dark inbox, or one that keeps pictures back. */
export function previewDocument(html: string, { isDark, hasPictures }: Looks): string {
  const scheme = isDark
    ? html.replace(/@media \(prefers-color-scheme: ?dark\)/g, "@media all")
    : html.replace(/@media \(prefers-color-scheme: ?dark\)/g, "@media not all");
  const pictures = hasPictures
    ? scheme
    : scheme.replace(/(<img\b[^<>]*?)\ssrc="[^"<>]*"/gi, '$1 src="data:,"');
  return allowStyles(pictures);
}
