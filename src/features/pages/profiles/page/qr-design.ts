import { BLACK, contrastRatio, parseColor } from "#src/lib/colors.ts";

/** The form of a code's modules. */
export const QR_SHAPES = ["square", "rounded", "dots"] as const;

/** As many as fit under a code in letters that can be read from a table's distance. */
export const QR_CAPTION_CHARS_MAX = 24;

/** More than scanners need, because print and bad light lose some of it. */
export const QR_CONTRAST_MIN = 4.5;

export interface QrDesign {
  dark: string;
  light: string;
  shape: (typeof QR_SHAPES)[number];
  /** Puts the page's picture in the middle. */
  has_picture: boolean;
  /** Text under the code, in a frame around both; none if empty. */
  caption: string;
}

export const PLAIN_QR: QrDesign = {
  dark: "#000000",
  light: "#ffffff",
  shape: "square",
  has_picture: false,
  caption: "",
};

/** Returns a stored design. Whatever is missing or broken in it is as in the plain one. */
export function parseQrDesign(stored: unknown): QrDesign {
  const written = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const { caption } = written;
  return {
    dark: parseColor(written.dark) ?? PLAIN_QR.dark,
    light: parseColor(written.light) ?? PLAIN_QR.light,
    shape: QR_SHAPES.find((shape) => shape === written.shape) ?? PLAIN_QR.shape,
    has_picture: written.has_picture === true,
    caption: typeof caption === "string" ? caption : "",
  };
}

/** True if scanners can tell the two colors apart. They expect dark on light: many can't read the reverse. */
export function isScannable({ dark, light }: Pick<QrDesign, "dark" | "light">): boolean {
  const isDarker = contrastRatio(dark, BLACK) < contrastRatio(light, BLACK);
  return isDarker && contrastRatio(dark, light) >= QR_CONTRAST_MIN;
}
