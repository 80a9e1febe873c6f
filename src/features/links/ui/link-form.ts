import { LINK_ERRORS, type Link } from "#src/features/links/contract.ts";
import type { Refusal } from "#src/kit/refusal.ts";
import { isBlank } from "#src/lib/text.ts";
import { checkUrl, isLocalHost, type UrlRefusal, withScheme } from "#src/lib/url.ts";

export interface LinkFormValues {
  title: string;
  url: string;
  description: string;
  icon: string;
  show_icon: boolean;
}

export function formOf(link: Link | undefined): LinkFormValues {
  return {
    title: link?.title ?? "",
    url: link?.url ?? "",
    description: link?.description ?? "",
    icon: link?.icon ?? "",
    show_icon: link?.show_icon ?? true,
  };
}

/** An instance on somebody's own machine may link to that machine; the server decides in the end. */
const allowLocal = isLocalHost(location.hostname);

const PROBLEMS: Readonly<Record<UrlRefusal, string>> = {
  empty: LINK_ERRORS.URL_REQUIRED.message,
  too_long: LINK_ERRORS.URL_TOO_LONG.message,
  not_a_url: LINK_ERRORS.URL_INVALID.message,
  dangerous: LINK_ERRORS.URL_DANGEROUS.message,
};

export const LINK_FORM_CHECKS = {
  title: (value: string) => (isBlank(value) ? LINK_ERRORS.TITLE_REQUIRED.message : null),
  url: (value: string) => {
    const checked = checkUrl(value, { allowLocal });
    return checked.ok ? null : PROBLEMS[checked.reason];
  },
};

/** What the link will open, where that is not what was typed. */
export function openedAddress(typed: string): string | undefined {
  const checked = checkUrl(typed, { allowLocal });
  return checked.ok && withScheme(typed) !== typed.trim() ? checked.url : undefined;
}

/** Which field a refusal is about; undefined when it is about none. */
export function fieldOf({ code }: Refusal): keyof LinkFormValues | undefined {
  if (code === "TITLE_REQUIRED") return "title";
  if (code === "ICON_INVALID") return "icon";
  return code.startsWith("URL_") ? "url" : undefined;
}

/** The link as the page would show it with these values. */
export function draftOf(link: Link, values: LinkFormValues): Link {
  const checked = checkUrl(values.url, { allowLocal });
  return {
    ...link,
    ...values,
    title: values.title || "Your link",
    url: checked.ok ? checked.url : "https://example.com",
  };
}
