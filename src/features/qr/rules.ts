/** Smaller codes cannot be scanned from paper, larger ones only take time to draw. */
export const QR_PIXELS_MIN = 128;
export const QR_PIXELS_MAX = 2048;
export const QR_DEFAULT_PIXELS = 1024;

/** Light modules around a code, without which scanners do not find it (ISO/IEC 18004 §6.3.8). */
export const QR_QUIET_MODULES = 4;

/** The side of a QR picture, in pixels, as it was asked for: whatever is no number gets the default, the rest the nearest bound. */
export function qrPixels(asked: string | undefined): number {
  const pixels = /^\d{1,6}$/.test(asked ?? "") ? Number(asked) : QR_DEFAULT_PIXELS;
  return Math.min(QR_PIXELS_MAX, Math.max(QR_PIXELS_MIN, pixels));
}
