/** Smaller codes can't be scanned from paper, and larger ones only take longer to draw. */
export const QR_PIXELS_MIN = 128;
export const QR_PIXELS_MAX = 2048;
export const QR_DEFAULT_PIXELS = 1024;

/** Light modules around a code, so that scanners find it (ISO/IEC 18004 §6.3.8). */
export const QR_QUIET_MODULES = 4;

/**
 * Returns the requested side of a QR picture in pixels. Anything but a number gets the default; numbers are
 * clamped to the limits.
 */
export function qrPixels(asked: string | undefined): number {
  const pixels = /^\d{1,6}$/.test(asked ?? "") ? Number(asked) : QR_DEFAULT_PIXELS;
  return Math.min(QR_PIXELS_MAX, Math.max(QR_PIXELS_MIN, pixels));
}

/** The campaign source of visits that a code brought. */
export const QR_SOURCE = "qr";
