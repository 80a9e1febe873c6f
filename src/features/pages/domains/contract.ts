import * as z from "zod";
import { PROFILE_ERRORS } from "#src/features/pages/profiles/contract.ts";
import { idSchema, listOf, member, open, routesOf, sentence } from "#src/lib/endpoint.ts";
import { omitErrors, pickErrors } from "#src/lib/errors.ts";
import { DOMAIN_STATES, DOMAINS_MAX } from "./rules.ts";

export const DOMAIN_ERRORS = {
  DOMAIN_NOT_FOUND: { status: 404, message: "That domain is gone." },
  DOMAIN_INVALID: { status: 400, message: "Enter a domain such as example.com or links.example.com." },
  DOMAIN_IS_ADDRESS: {
    status: 400,
    message: "That’s an IP address. Enter a domain such as links.example.com.",
  },
  DOMAIN_IS_SUFFIX: {
    status: 400,
    message: "People register their domains below that one. Enter yours, such as example.com.",
  },
  DOMAIN_IS_LOCAL: {
    status: 400,
    message: "That name only works inside a network. Enter a domain that everyone can reach.",
  },
  DOMAIN_IS_WILDCARD: { status: 400, message: "Add each subdomain by itself, without the asterisk." },
  DOMAIN_IS_OURS: { status: 400, message: "That domain belongs to this instance. Enter one of your own." },
  DOMAIN_EXISTS: { status: 409, message: "That domain is already on your list." },
  DOMAIN_LIMIT: {
    status: 409,
    message: `You have ${DOMAINS_MAX} domains, which is the limit. Remove one you no longer use.`,
  },
  PREMIUM_REQUIRED: {
    status: 402,
    message: "Domains come with premium. The ones you already have keep working.",
  },
  DOMAINS_UNAVAILABLE: {
    status: 409,
    message:
      "This instance has no public URL yet, so a domain would lead nowhere. The people who run it can set PUBLIC_URL.",
  },
  EMAIL_UNCONFIRMED: {
    status: 409,
    message: "Confirm your e-mail address first, with the link we’ve sent you. Then add your domain.",
  },
  /** For the proxy that asks whether to get a certificate. */
  DOMAIN_UNKNOWN: { status: 404, message: "No page has that domain." },
} as const;
const { DOMAIN_NOT_FOUND, DOMAIN_UNKNOWN, DOMAINS_UNAVAILABLE } = DOMAIN_ERRORS;

const HOST_CHARS_MAX = 1000;

const recordSchema = z.object({
  type: z.enum(["A", "AAAA", "CNAME", "TXT"]),
  /** The full name. */
  name: z.string(),
  /** Without the domain, which is what most DNS providers expect. `@` is the domain itself. */
  label: z.string(),
  value: z.string(),
  /** `twin`: lets the other one of `example.com` and `www.example.com` redirect here. */
  purpose: z.enum(["page", "proof", "twin"]),
  /** The values that the last check found. */
  seen: z.array(z.string()),
  /** Null before the first check. */
  is_right: z.boolean().nullable(),
});
export type DomainRecord = z.infer<typeof recordSchema>;

const domainSchema = z.object({
  id: z.string(),
  /** In ASCII, as in the DNS. */
  host: z.string(),
  /** The same in its own script. */
  display_host: z.string(),
  profile_id: z.string(),
  state: z.enum(DOMAIN_STATES),
  /** A sentence about what was found and what should be there. Empty if all is well. */
  reason: sentence(),
  records: z.array(recordSchema),
  /** The other one of `example.com` and `www.example.com`, which redirects here. */
  twin: z.string().nullable(),
  name_servers: z.array(z.string()),
  checked_at: z.string().nullable(),
  next_check_at: z.string().nullable(),
  verified_at: z.string().nullable(),
  active_at: z.string().nullable(),
  /** The time when a domain that used to work stopped pointing here. */
  dangling_since: z.string().nullable(),
  created_at: z.string(),
});
export type Domain = z.infer<typeof domainSchema>;

const byId = z.object({ id: idSchema });
const { get, post, del } = routesOf("domains");

export const domainsContract = {
  list: member("domains.manage")
    .route(get("/domains", "Your account’s domains, newest first"))
    .output(listOf(domainSchema).extend({ is_available: z.boolean(), needs_premium: z.boolean() })),
  add: member("domains.manage")
    .route(
      post("/domains", "Connect a domain to a profile; its answer says which DNS records to set", {
        successStatus: 201,
      }),
    )
    .errors({
      ...omitErrors(DOMAIN_ERRORS, "DOMAIN_NOT_FOUND", "DOMAIN_UNKNOWN"),
      ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
    })
    .input(z.object({ host: z.string().max(HOST_CHARS_MAX), profile_id: idSchema }))
    .output(domainSchema),
  check: member("domains.manage")
    .route(post("/domains/{id}/check", "Look at a domain’s DNS records now, at its own name servers"))
    .errors({ DOMAIN_NOT_FOUND, DOMAINS_UNAVAILABLE })
    .input(byId)
    .output(domainSchema),
  remove: member("domains.manage")
    .route(del("/domains/{id}", "Disconnect a domain"))
    .errors({ DOMAIN_NOT_FOUND })
    .input(byId)
    .output(byId),
  ask: open()
    .route(get("/domains/ask", "Whether a proxy may get a certificate for a host: 200, or 404"))
    .errors({ DOMAIN_UNKNOWN })
    .input(z.object({ domain: z.string().max(HOST_CHARS_MAX) }))
    .output(z.object({ domain: z.string() })),
};
