import * as z from "zod";
import { parseAddress } from "#src/lib/address.ts";
import { instanceSetting } from "#src/lib/setting.ts";

const HOST = /^$|^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+$/;

/** Where domains' CNAME records point. */
export const DOMAINS_TARGET = instanceSetting({
  name: "domains_target",
  variable: "DOMAINS_TARGET",
  default: "",
  schema: z.string().trim().toLowerCase().regex(HOST, "Enter a host name such as links.example.com."),
  about:
    "The host name that owners’ domains lead to with a CNAME record, such as `links.example.com`. Empty: the host of `PAGES_URL` or `PUBLIC_URL`. See [domains](domains.md).",
  label: "Target of domains",
  hint: "The host name that owners’ own domains lead to. Leave it empty for this site’s.",
  input: { kind: "text" },
});

/** For domains that can't have a CNAME record. */
export const DOMAINS_ADDRESSES = instanceSetting({
  name: "domains_addresses",
  variable: "DOMAINS_ADDRESSES",
  default: "",
  schema: z.string().transform((text, context) => {
    const addresses = text.split(",").flatMap((part) => part.trim() || []);
    const wrong = addresses.find((address) => parseAddress(address) === undefined);
    if (wrong !== undefined) context.addIssue(`“${wrong}” isn’t an IP address.`);
    return addresses;
  }),
  about:
    "The IP addresses that owners’ domains lead to where a CNAME record can’t be, separated by commas. Empty: those of the target.",
  label: "IP addresses of domains",
  hint: "For domains without “www”. Leave it empty to use those of the target.",
  input: { kind: "text" },
});
