/*
 * A page as a folder of files that opens anywhere, without this instance: one document without scripts, its pictures
 * and fonts, and its QR code and contact card. What only a server can do stays behind.
 */
import { zipSync } from "fflate";
import { requirePermission } from "#src/features/identity/team/team.ts";
import { findMedia } from "#src/features/pages/media/media.ts";
import { mediaIdOf } from "#src/features/pages/media/rules.ts";
import { FONTS_PATH } from "#src/features/pages/profiles/page/fonts.ts";
import { getProfile } from "#src/features/pages/profiles/profiles.ts";
import { createVCard, drawPlainQr, findPageToShare } from "#src/features/pages/qr/qr.ts";
import { failure } from "#src/lib/errors.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import type { Ctx } from "#src/platform/context.ts";
import { PAGE_ERRORS } from "./contract.ts";
import { readFont, readFontLicense } from "./font-files.ts";
import type { PageLink, PageView } from "./page/page-view.ts";
import { toPageView } from "./page/to-page-view.ts";
import { renderPage } from "./render/render.ts";
import { homeOf } from "./settings.ts";
import { withStaticVideo } from "./static-video.ts";
import { findPage } from "./store.ts";

/** A profile's page as a zip: `index.html`, and whatever it shows. */
export async function exportSite(ctx: Ctx, { id }: { id: string }): Promise<File> {
  requirePermission(ctx, "links.see");
  const profile = await getProfile(ctx, { id });
  const row = await findPage(ctx.database, profile.username);
  if (!row) throw failure(PAGE_ERRORS, "PROFILE_NOT_FOUND");
  const view = toPageView(row, row.links);
  const links = view.links.filter(opensForEveryone);
  const home = homeOf(ctx);
  const left = view.links.filter((link) => !opensForEveryone(link)).map(({ title }) => title);
  const files: Record<string, Uint8Array> = {};
  const html = renderPage(withoutServer({ ...view, links }), { ...home, scriptUrl: "" }).html;
  for (const path of new Set(html.match(PICTURE))) await addPicture(path);
  for (const [, name = ""] of html.matchAll(FONT)) await addFont(name);
  files["index.html"] = text(standalone(html, { links, username: view.username, home: home.publicUrl }));
  await addCode();
  if (left.length > 0) files["README.txt"] = text(readme(left));
  return new File([zipSync(files) as Uint8Array<ArrayBuffer>], `${view.username}.zip`, {
    type: "application/zip",
  });

  async function addPicture(path: string) {
    const key = mediaIdOf(path);
    const found = key === undefined ? undefined : await findMedia(ctx, key);
    if (found) files[path.slice(1)] = found.content;
  }

  async function addFont(name: string) {
    const font = await readFont(name);
    if (!font) return;
    files[`fonts/${name}`] = font;
    files[`fonts/${name.replace(".woff2", "")}-license.txt`] = text(await readFontLicense(name));
  }

  async function addCode() {
    const page = await findPageToShare(ctx, view.username);
    if (page.status !== 200) return;
    files["qr.svg"] = text(await drawPlainQr(page.url));
    files["card.vcf"] = text(createVCard(ctx, page.row, page.url));
  }
}

const text = (written: string) => new TextEncoder().encode(written);

/** Whoever a server would have to look at first isn't let through by a file. */
function opensForEveryone(link: PageLink): boolean {
  return !link.is_gated && !link.goes && !link.show_adult_warning && !link.is_broken;
}

/** Leaves out what needs a server or a script. */
function withoutServer(view: PageView): PageView {
  const { promotion } = view;
  return {
    ...view,
    lead_form: null,
    past_emails: null,
    direct_link: null,
    in_app_browsers: [],
    facebook_pixel_id: null,
    google_analytics_id: null,
    invalid_pixels: [],
    rescue_url: null,
    shows_location: false,
    promotion: promotion?.deadline === "fixed" ? promotion : null,
    links: view.links.filter(({ block }) => block?.kind !== "newsletter"),
  };
}

interface Site {
  links: readonly PageLink[];
  username: string;
  home: string;
}

/** Points everything in the document at the files beside it, or at where it leads. */
function standalone(html: string, { links, username, home }: Site): string {
  const urls = new Map(links.map(({ id, url }) => [id, url]));
  return (
    withStaticVideo(html)
      .replace(/<link rel="(?:icon|apple-touch-icon|manifest)"[^<>]*>/g, "")
      .replace(/<meta (?:property="og|name="twitter):image[^<>]*>/g, "")
      .replace(CLICKED, (went, id) => attribute(urls.get(id) ?? home + went))
      .replace(/ data-(?:link|url|android|ios)="[^"]*"/g, "")
      .replace(PICTURE, (path) => path.slice(1))
      .replace(FONT, "fonts/$1")
      .replaceAll(`"/${username}/qr.svg"`, '"qr.svg"')
      .replaceAll(`"/${username}/card.vcf"`, '"card.vcf"')
      // Whatever else is only there comes from there.
      .replace(/(?<=(?:href|src)=")\/(?!\/)/g, `${home}/`)
  );
}

/** What's before a path of ours, in an attribute or a style sheet. Inside of others' addresses and texts, it's theirs. */
const BEFORE = "(?<=[\"'(])";

/** The path of a picture here, which is its name in the folder, too. */
// regex-ignore: a fixed path and one class of characters.
const PICTURE = new RegExp(`${BEFORE}/media/[\\w.-]+`, "g");

/** Where a font's file is here. */
// regex-ignore: a fixed path and one class of characters.
const FONT = new RegExp(`${BEFORE}${FONTS_PATH}([\\w.-]+)`, "g");

/** Where anchors lead while clicks are counted. */
// regex-ignore: a fixed path and one class of characters.
const CLICKED = new RegExp(`(?<=href=")${GO_PATH}([0-9a-f-]+)`, "g");

function attribute(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

function readme(left: readonly string[]): string {
  return [
    "Open index.html in a browser, or put the whole folder on any web server.",
    "",
    "These links aren’t in it, because only a server can decide who may open them:",
    ...left.map((title) => `- ${title}`),
    "",
  ].join("\n");
}
