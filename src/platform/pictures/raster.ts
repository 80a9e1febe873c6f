/** A picture as raw bytes, four per pixel (red, green, blue, alpha). */
export interface Raster {
  data: Buffer;
  width: number;
  height: number;
}

type Rgb = readonly [number, number, number];

function channels(color: string): Rgb {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

interface Shape {
  width: number;
  height: number;
  /** The radius of the corners in pixels; half the height makes round ends. */
  radius: number;
  /** `#rrggbb`. */
  color: string;
  /** From 0 to 1. */
  opacity?: number;
}

export function roundedBox({ width, height, radius, color, opacity = 1 }: Shape): Raster {
  const data = Buffer.alloc(width * height * 4);
  const [red, green, blue] = channels(color);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const coverage = coverageOf(x + 0.5, y + 0.5, { width, height, radius });
      const at = (y * width + x) * 4;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      data[at + 3] = Math.round(255 * opacity * coverage);
    }
  }
  return { data, width, height };
}

/** Returns how much of the pixel around a point is inside the box, from 0 to 1. */
function coverageOf(
  x: number,
  y: number,
  { width, height, radius }: Pick<Shape, "width" | "height" | "radius">,
) {
  const dx = Math.max(radius - x, x - (width - radius), 0);
  const dy = Math.max(radius - y, y - (height - radius), 0);
  // Without round corners every pixel is inside.
  if (dx === 0 && dy === 0) return 1;
  return Math.min(1, Math.max(0, radius - Math.hypot(dx, dy) + 0.5));
}

interface Glow {
  /** Center and radius as fractions of the picture's width and height. */
  at: readonly [number, number];
  reach: readonly [number, number];
  color: string;
  opacity: number;
}

interface Ground {
  width: number;
  height: number;
  /** From top to bottom, leaning a little from left to right. */
  shades: readonly string[];
  glows: readonly Glow[];
}

/** Draws a gradient with glows on it, like the page's own background. */
export function paintBackground({ width, height, shades, glows }: Ground): Raster {
  const data = Buffer.alloc(width * height * 4, 255);
  const stops = shades.map(channels);
  const lights = glows.map((glow) => ({ ...glow, light: channels(glow.color) }));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const across = (x + 0.5) / width;
      const down = (y + 0.5) / height;
      let color = shadeAt(stops, 0.75 * down + 0.25 * across);
      for (const { at, reach, light, opacity } of lights) {
        const distance = Math.hypot((across - at[0]) / reach[0], (down - at[1]) / reach[1]);
        color = blend(color, light, opacity * Math.max(0, 1 - distance) ** 1.5);
      }
      data.set(color.map(Math.round), (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

function shadeAt(stops: readonly Rgb[], share: number): Rgb {
  const place = share * (stops.length - 1);
  const index = Math.min(Math.floor(place), Math.max(0, stops.length - 2));
  const from = stops[index] ?? [0, 0, 0];
  return blend(from, stops[index + 1] ?? from, place - index);
}

function blend(under: Rgb, over: Rgb, share: number): Rgb {
  const one = (index: 0 | 1 | 2) => under[index] + (over[index] - under[index]) * share;
  return [one(0), one(1), one(2)];
}
