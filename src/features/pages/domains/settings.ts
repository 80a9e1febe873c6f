import * as z from "zod";
import { parseIpAddress } from "#src/lib/ip-address.ts";
import { instanceSetting } from "#src/lib/setting.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

const HOST = /^$|^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+$/;

/**
 * A host for all pages, apart from the dashboard's. A value from the environment is the operator's
 * responsibility; any other is checked first (`pages-host.ts`).
 */
export const PAGES_URL = instanceSetting({
  name: "pages_url",
  group: "domains",
  variable: "PAGES_URL",
  default: "",
  schema: z
    .string()
    .trim()
    .refine(
      (text) => text === "" || /^https?:$/.test(URL.parse(text)?.protocol ?? ""),
      "Enter a URL such as https://links.example.net.",
    )
    .transform((text) => text.replace(/(?<!\/)\/+$/, "")),
  about: `A separate URL for public pages, such as \`https://links.example.net\`. Nobody is signed in there, so owners’ pixels can run in every browser; the proxy has to pass the \`Host\` header on. At \`${STAFF_PATHS.settings}\`, its host has to lead here first. Empty: pages are at \`PUBLIC_URL\`, and pixels don’t run in a browser that’s signed in to the dashboard.`,
  label: "URL of pages",
  hint: "A host of its own for all pages, such as https://links.example.net. Its DNS records have to lead here first.",
  input: { kind: "text" },
});

export const DOMAINS_TARGET = instanceSetting({
  name: "domains_target",
  group: "domains",
  variable: "DOMAINS_TARGET",
  default: "",
  schema: z.string().trim().toLowerCase().regex(HOST, "Enter a host name such as links.example.com."),
  about:
    "The host name that owners’ domains lead to with a CNAME record, such as `links.example.com`. Empty: the host of `PUBLIC_URL`, or of `PAGES_URL` if that’s set in the environment. See [domains](domains.md).",
  label: "Target of domains",
  hint: "The host name that owners’ own domains lead to. Leave it empty for this instance’s.",
  input: { kind: "text" },
});

/** For domains that can't have a CNAME record. */
export const DOMAINS_ADDRESSES = instanceSetting({
  name: "domains_addresses",
  group: "domains",
  variable: "DOMAINS_ADDRESSES",
  default: "",
  schema: z.string().transform((text, context) => {
    const addresses = text.split(",").flatMap((part) => part.trim() || []);
    const wrong = addresses.find((address) => parseIpAddress(address) === undefined);
    if (wrong !== undefined) context.addIssue(`“${wrong}” isn’t an IP address.`);
    return addresses;
  }),
  about:
    "The IP addresses that owners’ domains lead to where a CNAME record can’t be, separated by commas. Empty: those of the target.",
  label: "IP addresses of domains",
  hint: "For domains without “www”. Leave it empty to use those of the target.",
  input: { kind: "list", example: "192.0.2.1" },
});
