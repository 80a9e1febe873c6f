/**
 * Every format is a parser that strangers feed, so all others are off, above all SVG with its scripts and
 * references.
 */
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((name) => `VipsForeignLoad${name}`);

export type Sharp = typeof import("sharp").default;
let loading: Promise<Sharp> | undefined;

/** Loaded with the first picture, because the library alone would take a good part of the startup time. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: LOADERS });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
