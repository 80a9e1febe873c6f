/** The overlay's opacity where the owner chose none (spec §2). */
export const OVERLAY_DEFAULT_OPACITY = 0.3;

/** A picture behind the page, and the veil of white or black between it and the text. */
export interface Background {
  url: string;
  overlay: "white" | "black";
  /** 0 to 1. */
  opacity: number;
}

interface BackgroundColumns {
  background_image_url: string | null;
  overlay_color: string | null;
  overlay_opacity: number | null;
}

/** Reads the background of spec §3: `//` means https, any overlay but white is black; null without a picture. */
export function readBackground(columns: BackgroundColumns): Background | null {
  const written = columns.background_image_url?.trim() ?? "";
  const url = written.startsWith("//") ? `https:${written}` : written;
  if (!/^(https:\/\/[^\s/]|\/[^/\s\\])/i.test(url)) return null;
  const opacity = columns.overlay_opacity ?? OVERLAY_DEFAULT_OPACITY;
  return {
    url,
    overlay: columns.overlay_color?.trim().toLowerCase() === "white" ? "white" : "black",
    opacity: Number.isFinite(opacity) ? Math.min(1, Math.max(0, opacity)) : OVERLAY_DEFAULT_OPACITY,
  };
}
