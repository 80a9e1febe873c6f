/** Every format is a parser that strangers feed: all others are switched off, SVG with its scripts and references first. */
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((name) => `VipsForeignLoad${name}`);

export type Sharp = typeof import("sharp").default;
let loading: Promise<Sharp> | undefined;

/** Loaded with the first picture: the library alone would take a good part of the start-up time. */
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
