/** Returns the nonce that this document's policy requires for styles. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** Adds the nonce to the styles in a frame's HTML, because the frame inherits this document's policy. */
export function allowStyles(html: string): string {
  return html.replace(/<style\b/gi, `<style nonce="${styleNonce()}"`);
}
