/*
 * The layout of an e-mail: tables, because Outlook supports nothing else, 600 px wide or as wide as the
 * screen, in the template's colors, and dark in a dark inbox.
 */

import { escaped } from "../html/html.ts";
import { FONTS, type Theme } from "../rules.ts";

export const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** True if text on it has to be dark. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140;
}

const NARROW =
  "@media (max-width:480px){.col{display:block!important;width:auto!important;padding:0 0 16px!important}.pad{padding:20px!important}}";
const DARK =
  "@media (prefers-color-scheme:dark){.bg{background-color:#18181b!important}.card{background-color:#27272a!important}.ink,.ink a{color:#f4f4f5!important}.quiet,.quiet a{color:#d4d4d8!important}}";

/** Without this, Outlook for Windows would replace fonts that it doesn't know with Times. */
const OFFICE_FONTS = { sans: "Arial,sans-serif", serif: "Georgia,serif", mono: "'Courier New',monospace" };

/** Outlook for Windows doesn't support `max-width`, so it gets a table of its own. */
const WIDTH = 600;
export const outlookOnly = (html: string) => `<!--[if mso]>${html}<![endif]-->`;
const OFFICE_START = outlookOnly(`<table ${TABLE} width="${WIDTH}" align="center"><tr><td>`);
const OFFICE_END = outlookOnly("</td></tr></table>");
const OFFICE_SETTINGS =
  "<xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>";

/** Lays out an e-mail around rows (`row`), with the small print below the card. */
export function layout(rows: string, below: string, theme: Theme): string {
  const { background, card, text, radius } = theme;
  const font = FONTS[theme.font];
  const css = `:root{color-scheme:light dark}${NARROW}${isLight(card) ? DARK : ""}`;
  const quiet = isLight(background) ? "#52525b" : "#d4d4d8";
  return [
    '<html lang="en" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${css}</style>`,
    outlookOnly(
      `${OFFICE_SETTINGS}<style>table,td,p,a,h1,h2,li{font-family:${OFFICE_FONTS[theme.font]}!important}</style>`,
    ),
    "</head>",
    `<body class="bg" style="margin:0;padding:0;background-color:${background}">`,
    `<table ${TABLE} width="100%" class="bg" bgcolor="${background}" style="background-color:${background}"><tr><td align="center" style="padding:24px 12px">`,
    OFFICE_START,
    `<table ${TABLE} width="100%" class="card" bgcolor="${card}" style="max-width:${WIDTH}px;background-color:${card};border-radius:${radius}px">`,
    `<tr><td class="pad ink" style="padding:32px;font-family:${font};font-size:16px;line-height:1.6;color:${text};overflow-wrap:anywhere">${rows}</td></tr></table>`,
    `<table ${TABLE} width="100%" style="max-width:${WIDTH}px"><tr><td class="quiet" align="center" style="padding:20px 12px;font-family:${font};font-size:13px;line-height:1.5;color:${quiet}">${below}</td></tr></table>`,
    `${OFFICE_END}</td></tr></table></body></html>`,
  ].join("");
}

/** The required end of every e-mail: the postal address, and the unsubscribe link. */
export function footer(note: string): string {
  const said = note.trim() === "" ? "" : `<p style="margin:0 0 8px">${escaped(note)}</p>`;
  return `${said}<p style="margin:0 0 8px">{{ sender.postal_address }}</p><p style="margin:0"><a href="{{ unsubscribe_url }}" style="color:inherit">Unsubscribe</a> · <a href="{{ preferences_url }}" style="color:inherit">Change what you get</a></p>`;
}
