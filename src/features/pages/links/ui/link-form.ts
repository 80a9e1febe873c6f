import { ACCESS_ERRORS, PASSWORD_CHARS_MIN } from "#src/features/pages/links/access-contract.ts";
import type { Animation, Layout } from "#src/features/pages/links/blocks-contract.ts";
import { LINK_ERRORS, type Link } from "#src/features/pages/links/contract.ts";
import { SHORT_NAME_ERRORS } from "#src/features/pages/links/short-names/contract.ts";
import { shortNameProblem } from "#src/features/pages/links/short-names/rules.ts";
import type { ApiError } from "#src/kit/api-error.ts";
import { isBlank } from "#src/lib/text.ts";
import { checkUrl, type UrlRefusal, withScheme } from "#src/lib/url.ts";
import {
  type AccessValues,
  accessOfValues,
  accessValuesOf,
  passwordOf,
  usesAudience,
} from "./access-values.ts";
import { type LinkOptionValues, locationListField, optionsOf } from "./link-options.ts";

/** The summary of a link with a password. */
export const PASSWORD_SET = "Password set";

export interface LinkFormValues extends LinkOptionValues, AccessValues {
  title: string;
  url: string;
  description: string;
  icon: string;
  show_icon: boolean;
  layout: Layout;
  /** Empty for none. */
  animation: Animation | "";
  picture_url: string;
  /** The group that it's in; empty for none. */
  parent_id: string;
  /** Empty for none. */
  short_name: string;
  tags: string[];
  /** Empty for none. */
  folder: string;
}

export function formOf(link: Link | undefined): LinkFormValues {
  return {
    title: link?.title ?? "",
    url: link?.url ?? "",
    description: link?.description ?? "",
    icon: link?.icon ?? "",
    show_icon: link?.show_icon ?? true,
    layout: link?.layout ?? "row",
    animation: link?.animation ?? "",
    picture_url: link?.picture_url ?? "",
    parent_id: link?.parent_id ?? "",
    short_name: link?.short_name ?? "",
    tags: link?.tags ?? [],
    folder: link?.folder ?? "",
    ...optionsOf(link),
    ...accessValuesOf(link),
  };
}

/** What people enter without its scheme. */
export type AddressKind = "email" | "phone";

/** Returns an address with its scheme: digits alone could be anything. */
export function withAddressScheme(typed: string, kind: AddressKind | undefined): string {
  if (kind === undefined || isBlank(typed) || /^[a-z]+:/i.test(typed.trim())) return typed;
  return `${kind === "email" ? "mailto" : "tel"}:${typed.trim()}`;
}

const PROBLEMS: Readonly<Record<UrlRefusal, string>> = {
  empty: LINK_ERRORS.URL_REQUIRED.message,
  too_long: LINK_ERRORS.URL_TOO_LONG.message,
  not_a_url: LINK_ERRORS.URL_INVALID.message,
  dangerous: LINK_ERRORS.URL_DANGEROUS.message,
};

function problemOf(address: string): string | null {
  const checked = checkUrl(address);
  return checked.ok ? null : PROBLEMS[checked.reason];
}

export const linkFormChecks = (kind?: AddressKind) => ({
  title: (value: string) => (isBlank(value) ? LINK_ERRORS.TITLE_REQUIRED.message : null),
  url: (value: string) => problemOf(withAddressScheme(value, kind)),
  link_a: (value: string, { is_ab_test }: LinkFormValues) => {
    if (!is_ab_test) return null;
    return isBlank(value) ? LINK_ERRORS.VARIANT_A_REQUIRED.message : problemOf(value);
  },
  link_b: (value: string, { is_ab_test }: LinkFormValues) => {
    if (!is_ab_test) return null;
    return isBlank(value) ? LINK_ERRORS.VARIANT_B_REQUIRED.message : problemOf(value);
  },
  geo_blocked_fallback_url: (value: string, values: LinkFormValues) =>
    hasOutsiders(values) && !isBlank(value) ? problemOf(value) : null,
  schedule_until: (value: string, { schedule_from }: LinkFormValues) =>
    value !== "" && schedule_from !== "" && value <= schedule_from
      ? ACCESS_ERRORS.SCHEDULE_INVALID.message
      : null,
  schedule_windows: (windows: LinkFormValues["schedule_windows"]) =>
    windows.some(({ days }) => days.length === 0) ? "Choose at least one day." : null,
  expired_url: (value: string, { expires_at, expires_clicks }: LinkFormValues) =>
    (expires_at !== "" || expires_clicks !== "") && !isBlank(value) ? problemOf(value) : null,
  password: (value: string) =>
    value !== "" && value.trim().length < PASSWORD_CHARS_MIN
      ? ACCESS_ERRORS.PASSWORD_TOO_SHORT.message
      : null,
  short_name: (value: string) => {
    const problem = value === "" ? undefined : shortNameProblem(value);
    return problem === undefined ? null : SHORT_NAME_ERRORS[problem].message;
  },
});

/** True if the link isn't for everybody. */
function hasOutsiders(values: LinkFormValues): boolean {
  return values.is_limited || usesAudience(values);
}

/**
 * Converts a form to its request. An invalid URL in an option that's off is left out, because nobody would
 * see the error.
 */
export function fieldsOf(form: LinkFormValues) {
  const { is_limited, keeps_password: _, schedule_from: __, schedule_until: ___, ...rest } = form;
  const { schedule_zone: ____, schedule_windows: _____, ...values } = rest;
  const whole = (address: string, isOn: boolean) =>
    isOn || isBlank(address) || problemOf(address) === null ? address : undefined;
  return {
    ...values,
    animation: values.animation || null,
    parent_id: values.parent_id || null,
    short_name: values.short_name || null,
    folder: values.folder || null,
    link_a: whole(values.link_a, values.is_ab_test),
    link_b: whole(values.link_b, values.is_ab_test),
    geo_restrictions: is_limited ? values.geo_restrictions : null,
    geo_blocked_fallback_url: whole(values.geo_blocked_fallback_url, hasOutsiders(form)),
    expired_url: whole(values.expired_url, form.expires_at !== "" || form.expires_clicks !== ""),
    ...accessOfValues(form),
    password: passwordOf(form),
  };
}

/** Returns the URL that the link will open, if that differs from the typed one. */
export function resolvedUrl(typed: string): string | undefined {
  const checked = checkUrl(typed);
  return checked.ok && withScheme(typed) !== typed.trim() ? checked.url : undefined;
}

export function fieldOf({ code, data }: ApiError): string | undefined {
  const field = (data as { field?: unknown } | undefined)?.field;
  if (code === "TITLE_REQUIRED") return "title";
  if (code === "ICON_INVALID" || code === "PICTURE_NOT_COPIED")
    return field === "picture_url" ? field : "icon";
  if (code === "VARIANT_A_REQUIRED") return "link_a";
  if (code === "VARIANT_B_REQUIRED") return "link_b";
  if (code === "PICTURE_INVALID") return "picture_url";
  if (code === "GROUP_INVALID") return "parent_id";
  if (code === "SPLIT_RATIO_INVALID") return "ab_split_ratio";
  if (code === "SCHEDULE_INVALID") return "schedule_until";
  if (code === "LINK_ZONE_UNKNOWN") return "schedule_zone";
  if (code === "PASSWORD_TOO_SHORT") return "password";
  if (code === "COUNTRY_UNKNOWN") return locationListField(field);
  if (code.startsWith("SHORT_NAME_")) return "short_name";
  if (!code.startsWith("URL_") && code !== "LINK_LOOPS") return undefined;
  return typeof field === "string" ? field : "url";
}

const ELSEWHERE = "https://example.com";

/** Returns the link as the page would show it. */
export function draftOf(link: Link, values: LinkFormValues): Link {
  const opened = (typed: string) => {
    const checked = checkUrl(typed);
    return checked.ok ? checked.url : ELSEWHERE;
  };
  const { is_limited, ...shown } = values;
  return {
    ...link,
    ...shown,
    animation: values.animation || null,
    parent_id: values.parent_id || null,
    folder: values.folder || null,
    picture_url: values.picture_url || null,
    short_name: values.short_name || null,
    title: values.title || "Your link",
    url: opened(values.url),
    link_a: opened(values.link_a),
    link_b: opened(values.link_b),
    geo_restrictions: is_limited ? values.geo_restrictions : null,
    ...accessOfValues(values),
    has_password: values.password !== "" || values.keeps_password,
  };
}
