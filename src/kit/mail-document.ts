/**
 * Returns a message as the document of a sandboxed frame. Links open in a new tab. Besides the sandbox, its
 * own policy blocks any request that would reveal to the sender that it was read.
 */
export function mailDocument(html: string): string {
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><base target="_blank">${html}`;
}
