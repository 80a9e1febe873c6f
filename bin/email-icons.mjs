/* Draws the marks that e-mail shows of platforms. Runs only on demand, because the pictures are checked in. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { FALLBACK_MARK } from "../src/features/email/templates/rules.ts";
import { glyphOf, ICON_NAMES, isKnownPlatform } from "../src/features/pages/icons/page/icons.ts";
import { markInk } from "../src/lib/colors.ts";
import { EMAIL_ICONS_PATH } from "../src/lib/paths.ts";
import { ROOT } from "./setup.mjs";

/** Twice the size at which e-mail shows them. */
const PIXELS = 64;
/** Of what has no color of its own. */
const GRAY = "#52525b";
const FOLDER = join(ROOT, "public", EMAIL_ICONS_PATH);

mkdirSync(FOLDER, { recursive: true });
for (const name of [...ICON_NAMES.filter(isKnownPlatform), "instagram", FALLBACK_MARK]) {
  const { path, color } = glyphOf(name);
  const ground = color ?? GRAY;
  const ink = markInk(ground);
  const drawn = color ? `fill="${ink}"` : `fill="none" stroke="${ink}" stroke-width="1.75"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="${ground}"/><path transform="translate(9.5 9.5) scale(.875)" d="${path}" ${drawn}/></svg>`;
  await sharp(Buffer.from(svg), { density: 300 })
    .resize(PIXELS, PIXELS)
    .png({ palette: true, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`));
}
