const PIXEL_ID_CHARS_MAX = 50;

/** Parses a Facebook pixel's id: digits only, at most 50 (spec §5). Null for anything else. */
export function parseFacebookPixel(value: string | null): string | null {
  const id = value?.trim() ?? "";
  return /^\d+$/.test(id) && id.length <= PIXEL_ID_CHARS_MAX ? id : null;
}

/**
 * Parses a Google measurement id: `G-` and uppercase letters or digits, at most 50 in total (spec §5). Null
 * for anything else.
 */
export function parseGoogleId(value: string | null): string | null {
  const id = value?.trim() ?? "";
  return /^G-[A-Z0-9]+$/.test(id) && id.length <= PIXEL_ID_CHARS_MAX ? id : null;
}
