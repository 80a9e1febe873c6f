import { isOwnPicture } from "#src/features/media/rules.ts";

/** The overlay's opacity where the owner chose none (spec §2). */
export const OVERLAY_DEFAULT_OPACITY = 0.3;

export const OVERLAY_COLORS = ["white", "black"] as const;
export type OverlayColor = (typeof OVERLAY_COLORS)[number];

/** A picture behind the page, and the veil of white or black between it and the text. */
export interface Background {
  url: string;
  overlay: OverlayColor;
  /** 0 to 1. */
  opacity: number;
}

interface BackgroundColumns {
  background_image_url: string | null;
  overlay_color: string | null;
  overlay_opacity: number | null;
}

/**
 * Reads the background of spec §3: any overlay but white is black; null without a picture that this instance keeps. A
 * stored URL of another host is no picture yet: a job turns it into our own copy.
 */
export function readBackground(columns: BackgroundColumns): Background | null {
  const url = columns.background_image_url?.trim();
  if (!isOwnPicture(url)) return null;
  const opacity = columns.overlay_opacity ?? OVERLAY_DEFAULT_OPACITY;
  return {
    url,
    overlay: readOverlayColor(columns.overlay_color),
    opacity: Number.isFinite(opacity) ? Math.min(1, Math.max(0, opacity)) : OVERLAY_DEFAULT_OPACITY,
  };
}

/** `overlay_color` of spec §3, "white or other": the other one is black. */
export function readOverlayColor(value: string | null): OverlayColor {
  return value?.trim().toLowerCase() === "white" ? "white" : "black";
}
