/** The nonce that this document's policy allows styles with. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** HTML for a frame inside this document, which inherits its policy: with its own styles allowed, too. */
export function allowStyles(html: string): string {
  return html.replace(/<style\b/gi, `<style nonce="${styleNonce()}"`);
}
