import { htmlFacts } from "./html-facts.ts";

/** What a page says of itself, for the link that leads to it. */
export interface PageDetails {
  title: string | null;
  description: string | null;
  /** Absolute URLs. */
  picture: string | null;
  icon: string | null;
}

const TEXT_CHARS_MAX = 300;

export function parseDetails({
  text,
  address = "",
}: {
  text: string;
  address?: string | undefined;
}): PageDetails {
  const { metas, title, icon } = htmlFacts(text);
  const first = (...names: string[]) => names.map((name) => metas.get(name)?.trim()).find(Boolean) ?? null;
  const picture = first("og:image:secure_url", "og:image", "og:image:url", "twitter:image");
  return {
    title: lineOf(first("og:title", "twitter:title") ?? title),
    description: lineOf(first("og:description", "description", "twitter:description")),
    picture: absolute(picture, address),
    icon: absolute(icon ?? null, address),
  };
}

function lineOf(text: string | null): string | null {
  return text?.replace(/\s+/g, " ").trim().slice(0, TEXT_CHARS_MAX) || null;
}

function absolute(url: string | null, base: string): string | null {
  const parsed = url ? URL.parse(url, base) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
