/** Like `decodeURIComponent`, but what isn't encoded rightly stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
