/* Compiles blocks or Markdown to HTML that every inbox shows. */
import { glyphOf, isKnownPlatform } from "#src/features/pages/icons/page/icons.ts";
import { EMAIL_ICONS_PATH } from "#src/lib/paths.ts";
import { aroundMergeTags, cleanRichText, escaped } from "../html/html.ts";
import { FALLBACK_MARK, type Theme } from "../rules.ts";
import type { Block, Column } from "./blocks-contract.ts";
import { type Countdown, countdownOf, formatCountdownEnd } from "./countdown-rules.ts";
import { footer, layout, TABLE } from "./layout.ts";
import { markdownToHtml } from "./markdown.ts";

export { urlOfCountdown } from "./countdown-url.ts";

export interface PageFacts {
  links: { title: string; description: string | null; url: string }[];
  socials: { platform: string; url: string }[];
}

export interface Facts {
  /** The origin of pictures. */
  publicUrl: string;
  pages: ReadonlyMap<string, PageFacts>;
  /** URLs of countdown pictures by their content (`countdownKey`). */
  countdownUrls: ReadonlyMap<string, string>;
}

export const countdownKey = (countdown: Countdown) => JSON.stringify(countdown);

export function compileBlocks(blocks: readonly Block[], theme: Theme, facts: Facts): string {
  const note = blocks.find((block) => block.type === "footer")?.note ?? "";
  const rows = blocks.map((block) => compileBlock(block, theme, facts));
  return layout(rows.join(""), footer(note), theme);
}

export function compileMarkdown(source: string, theme: Theme): string {
  return layout(aroundMergeTags(source, markdownToHtml), footer(""), theme);
}

/** Compiles one block by itself. Empty for the footer, which has its own position. */
export function compileBlock(block: Block, theme: Theme, facts: Facts): string {
  const content = contentOf(block, theme, facts);
  return content === "" ? "" : `<div style="margin:0 0 20px">${content}</div>`;
}

function contentOf(block: Block, theme: Theme, facts: Facts): string {
  switch (block.type) {
    case "text":
      return `<div style="text-align:${block.align}">${paragraphs(block.html, theme)}</div>`;
    case "heading":
      return heading(block);
    case "button":
      return button(block, theme);
    case "picture":
      return picture(block, facts);
    case "columns":
      return columns(block.columns, theme, facts);
    case "divider":
      return '<hr style="border:0;border-top:1px solid #a1a1aa;opacity:.5;margin:4px 0">';
    case "countdown":
      return countdown(block, theme, facts);
    case "social":
      return socials(facts.pages.get(block.profile_id), facts);
    case "links":
      return cards(facts.pages.get(block.profile_id)?.links.slice(0, block.most) ?? [], theme);
    case "footer":
      return "";
  }
}

/** Removes the margins that inboxes put around paragraphs. */
function paragraphs(html: string, { accent }: Theme): string {
  return (
    cleanRichText(html)
      .replace(
        /<p(?: style="([^"]*)")?>/g,
        (_, style: string | undefined) => `<p style="margin:0 0 12px;${style ?? ""}">`,
      )
      .replace(/<li><p style="margin:0 0 12px;/g, '<li><p style="margin:0 0 4px;')
      // Inboxes choose a link's color by their own scheme, which may not be the e-mail's.
      .replace(/<a /g, `<a style="color:${accent}" `)
      .replace(/<(ul|ol)>/g, '<$1 style="margin:0 0 12px;padding-left:24px">')
  );
}

function heading({ text, level, align }: Extract<Block, { type: "heading" }>): string {
  const size = level === 1 ? "28px" : "20px";
  return `<h${level} style="margin:0;font-size:${size};line-height:1.25;text-align:${align}">${escaped(text)}</h${level}>`;
}

interface ButtonParts {
  label: string;
  url: string;
  align: "left" | "center" | "right";
}

/** Outlook for Windows supports it only on cells. */
const PADDING = "13px 24px";

function button({ label, url, align }: ButtonParts, { accent, accent_text, radius }: Theme): string {
  const corner = `border-radius:${Math.min(radius, 24)}px`;
  const style = `display:inline-block;padding:${PADDING};font-weight:600;text-decoration:none;${corner};background-color:${accent};mso-padding-alt:0`;
  return `<table ${TABLE} align="${align}"><tr><td bgcolor="${accent}" align="center" style="${corner};background-color:${accent};mso-padding-alt:${PADDING}"><a href="${escaped(url)}" style="${style};color:${accent_text}"><span style="color:${accent_text}">${escaped(label)}</span></a></td></tr></table><div style="clear:both"></div>`;
}

function picture(block: Extract<Block, { type: "picture" }>, facts: Facts): string {
  const { alt, url, align, width } = block;
  const pixels = Math.round((536 * width) / 100);
  const style = `display:inline-block;max-width:100%;height:auto;width:${pixels}px;border:0`;
  const image = img({ path: block.picture, alt, width: pixels, style }, facts);
  const linked = url === "" ? image : `<a href="${escaped(url)}">${image}</a>`;
  return `<div style="text-align:${align}">${linked}</div>`;
}

interface ImageParts {
  path: string;
  alt: string;
  width: number;
  style: string;
}

function img({ path, alt, width, style }: ImageParts, { publicUrl }: Facts): string {
  const src = path.startsWith("/") ? publicUrl + path : path;
  return `<img src="${escaped(src)}" alt="${escaped(alt)}" width="${width}" style="${style}">`;
}

function columns(both: readonly [Column, Column], theme: Theme, facts: Facts): string {
  const style = "display:block;width:100%;max-width:258px;height:auto;border:0;margin:0 0 12px";
  const cells = both.map((column, index) => {
    const { alt, html, label, url } = column;
    const content = [
      column.picture === "" ? "" : img({ path: column.picture, alt, width: 258, style }, facts),
      paragraphs(html, theme),
      label === "" ? "" : button({ label, url, align: "left" }, theme),
    ];
    const side = index === 0 ? "0 10px 0 0" : "0 0 0 10px";
    return `<td class="col" width="50%" valign="top" style="width:50%;padding:${side}">${content.join("")}</td>`;
  });
  return `<table ${TABLE} width="100%"><tr>${cells.join("")}</tr></table>`;
}

const COUNTDOWN_PIXELS = 480;

/** The picture's URL is the same for all recipients, so it doesn't identify the viewer. */
function countdown(block: Extract<Block, { type: "countdown" }>, theme: Theme, facts: Facts): string {
  const path = facts.countdownUrls.get(countdownKey(countdownOf(block, theme))) ?? "";
  const style = `display:inline-block;width:100%;max-width:${COUNTDOWN_PIXELS}px;height:auto;border:0`;
  const image = img({ path, alt: formatCountdownEnd(block), width: COUNTDOWN_PIXELS, style }, facts);
  return `<div style="text-align:${block.align}">${image}</div>`;
}

/** The platforms' names are shown in an inbox without pictures. */
function socials(page: PageFacts | undefined, { publicUrl }: Facts): string {
  const links = (page?.socials ?? []).map(({ platform, url }) => {
    const src = `${publicUrl}${EMAIL_ICONS_PATH}${markOf(platform)}.png`;
    const style = "display:inline-block;vertical-align:middle;border:0;font-size:14px";
    const mark = `<img src="${escaped(src)}" alt="${escaped(nameOf(platform))}" width="${MARK_PX}" height="${MARK_PX}" style="${style}">`;
    return `<a href="${escaped(url)}" style="color:inherit;margin:0 6px;text-decoration:none">${mark}</a>`;
  });
  return links.length === 0
    ? ""
    : `<div style="text-align:center;line-height:${MARK_PX + 12}px">${links.join(" ")}</div>`;
}

const MARK_PX = 32;

const markOf = (platform: string) =>
  isKnownPlatform(platform) ? platform.trim().toLowerCase() : FALLBACK_MARK;

const nameOf = (platform: string) => (isKnownPlatform(platform) ? glyphOf(platform).label : platform);

function cards(links: PageFacts["links"], { accent, radius }: Theme): string {
  const padding = "14px 18px";
  const cell = `border:1px solid ${accent};border-radius:${radius}px;mso-padding-alt:${padding}`;
  const card = `display:block;padding:${padding};text-decoration:none;color:inherit;mso-padding-alt:0`;
  return links
    .map(({ title, description, url }) => {
      const below =
        description === null ? "" : `<br><span style="font-size:14px">${escaped(description)}</span>`;
      return `<div style="margin:0 0 10px"><table ${TABLE} width="100%" style="border-collapse:separate"><tr><td style="${cell}"><a href="${escaped(url)}" style="${card}"><strong>${escaped(title)}</strong>${below}</a></td></tr></table></div>`;
    })
    .join("");
}
