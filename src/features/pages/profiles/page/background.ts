import { isOwnPicture, isOwnVideo, type Tones } from "#src/features/pages/media/rules.ts";
import { BLACK, WHITE } from "#src/lib/colors.ts";

/** The overlay's opacity if the owner didn't choose one (spec §2). */
export const OVERLAY_DEFAULT_OPACITY = 0.3;

export const OVERLAY_COLORS = ["white", "black"] as const;
export type OverlayColor = (typeof OVERLAY_COLORS)[number];

/** A picture behind the page, and the white or black overlay between it and the text. */
export interface Background {
  url: string;
  overlay: OverlayColor;
  /** From 0 to 1. */
  opacity: number;
  /** Null if the picture was never measured, so that it may be anything from black to white. */
  tones: Tones | null;
  /** Plays in front of the picture. Set only if there's one. */
  video?: string;
}

interface BackgroundColumns {
  background_image_url: string | null;
  background_video_url?: string | null;
  overlay_color: string | null;
  overlay_opacity: number | null;
  background_tones?: Tones | null;
}

/**
 * Parses the background of spec §3: any overlay but white is black, and null means no picture of our own. A
 * stored URL on another host doesn't count until a job has copied the picture to this instance.
 */
export function parseBackground(columns: BackgroundColumns): Background | null {
  const url = columns.background_image_url?.trim();
  if (!isOwnPicture(url)) return null;
  const video = columns.background_video_url?.trim();
  const hasVideo = isOwnVideo(video);
  const opacity = columns.overlay_opacity ?? OVERLAY_DEFAULT_OPACITY;
  return {
    url,
    overlay: parseOverlayColor(columns.overlay_color),
    opacity: Number.isFinite(opacity) ? Math.min(1, Math.max(0, opacity)) : OVERLAY_DEFAULT_OPACITY,
    tones: hasVideo ? anyTones(columns.background_tones) : (columns.background_tones ?? null),
    ...(hasVideo && { video }),
  };
}

/** Nobody has looked at all frames of a video, so text on it has to be readable on anything. */
function anyTones(poster: Tones | null | undefined): Tones | null {
  return poster?.focus ? { darkest: BLACK, lightest: WHITE, focus: poster.focus } : null;
}

/** `overlay_color` of spec §3, "white or other": anything else is black. */
export function parseOverlayColor(value: string | null): OverlayColor {
  return value?.trim().toLowerCase() === "white" ? "white" : "black";
}
