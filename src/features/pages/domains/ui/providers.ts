import type { DomainRecord } from "#src/features/pages/domains/contract.ts";

/** A DNS provider, with the names of things there. */
export interface Provider {
  key: string;
  label: string;
  /** Matches its name servers. */
  pattern: RegExp;
  steps: (zone: string) => readonly string[];
  labels: { name: string; value: string };
  /** Its name for the domain itself. Defaults to `@`. */
  root?: string;
  /** Set if host names in values must end with a dot. Otherwise this provider appends the domain. */
  needsDot?: true;
  needsQuotes?: true;
  note?: string;
}

export const PROVIDERS: readonly Provider[] = [
  {
    key: "cloudflare",
    label: "Cloudflare",
    pattern: /\.ns\.cloudflare\.com$/,
    steps: (zone) => [
      `Sign in to the Cloudflare dashboard and choose ${zone}.`,
      "Open DNS, then Records, and choose “Add record”.",
      "Set the proxy status to “DNS only”, so that the cloud is gray.",
    ],
    labels: { name: "Name", value: "Target or content" },
    note: "With the orange cloud, visitors end up at Cloudflare instead of your page.",
  },
  {
    key: "godaddy",
    label: "GoDaddy",
    pattern: /\.domaincontrol\.com$/,
    steps: (zone) => [
      "Sign in to GoDaddy and open your Domain Portfolio.",
      `Choose ${zone}, then DNS.`,
      "Choose “Add New Record”.",
    ],
    labels: { name: "Name", value: "Value" },
    note: "If there’s an A record “@” with the value “Parked”, delete it first.",
  },
  {
    key: "namecheap",
    label: "Namecheap",
    pattern: /\.registrar-servers\.com$/,
    steps: (zone) => [
      "Sign in to Namecheap and open the Domain List.",
      `Choose “Manage” next to ${zone}, then “Advanced DNS”.`,
      "Choose “Add New Record”.",
    ],
    labels: { name: "Host", value: "Value" },
    note: "Delete the “URL Redirect” and parking page records with the same host.",
  },
  {
    key: "ionos",
    label: "IONOS",
    pattern: /\.ui-dns\.(?:com|org|de|biz)$/,
    steps: (zone) => [
      "Sign in to IONOS and open “Domains & SSL”.",
      `Choose ${zone}, then the “DNS” tab.`,
      "Choose “Add record” and its type.",
    ],
    labels: { name: "Host name", value: "Points to or value" },
    note: "IONOS replaces its own records with the same host name. That’s fine.",
  },
  {
    key: "gandi",
    label: "Gandi",
    pattern: /\.gandi\.net$/,
    steps: (zone) => [
      "Sign in to Gandi and open “Domain”.",
      `Choose ${zone}, then “DNS Records”.`,
      "Choose “Add record”.",
    ],
    labels: { name: "Name", value: "Hostname, IP address, or text value" },
    needsDot: true,
  },
  {
    key: "route53",
    label: "Amazon Route 53",
    pattern: /\.awsdns-\d+\.(?:com|net|org|co\.uk)$/,
    steps: (zone) => [
      "Open Route 53 in the AWS console, then “Hosted zones”.",
      `Choose ${zone}, then “Create record”.`,
      "Turn off “Alias”.",
    ],
    labels: { name: "Record name", value: "Value" },
    root: "",
    needsQuotes: true,
  },
  {
    key: "ovh",
    label: "OVHcloud",
    pattern: /\.(?:ovh\.(?:net|ca)|anycast\.me)$/,
    steps: (zone) => [
      "Sign in to OVHcloud and open “Web Cloud”, then “Domain names”.",
      `Choose ${zone}, then “DNS zone”.`,
      "Choose “Add an entry”.",
    ],
    labels: { name: "Sub-domain", value: "Target or value" },
    root: "",
    needsDot: true,
    note: "Delete OVHcloud’s own A and AAAA records with the same sub-domain.",
  },
  {
    key: "squarespace",
    label: "Squarespace",
    pattern: /\.(?:squarespacedns|googledomains)\.com$/,
    steps: (zone) => [
      "Sign in to Squarespace and open “Domains”.",
      `Choose ${zone}, then “DNS”.`,
      "Under “Custom records”, choose “Add record”.",
    ],
    labels: { name: "Host", value: "Data" },
    note: "If “Squarespace Defaults” are on the list, delete them. They lead to a Squarespace site.",
  },
  {
    key: "hetzner",
    label: "Hetzner",
    pattern: /\.(?:hetzner\.(?:com|de)|first-ns\.de|second-ns\.(?:com|de))$/,
    steps: (zone) => [
      "Sign in to the Hetzner Console and open “DNS”.",
      `Choose ${zone}.`,
      "Choose “Add record”.",
    ],
    labels: { name: "Name", value: "Value" },
    needsDot: true,
  },
  {
    key: "porkbun",
    label: "Porkbun",
    pattern: /\.porkbun\.com$/,
    steps: (zone) => [
      "Sign in to Porkbun and open “Domain Management”.",
      `Choose “DNS” below ${zone}.`,
      "Choose the type of record.",
    ],
    labels: { name: "Host", value: "Answer" },
    root: "",
    note: "Delete Porkbun’s own ALIAS and CNAME records, which lead to pixie.porkbun.com.",
  },
];

/** For providers we don't know. */
export const anySteps: Provider["steps"] = (zone) => [
  `Sign in where you manage ${zone}. Usually, that’s where you bought it.`,
  "Open its DNS settings. They may be called “DNS records”, “Zone file”, or “Advanced DNS”.",
  "Add a record.",
];

export function providerOf(nameServers: readonly string[]): Provider | undefined {
  return PROVIDERS.find(({ pattern }) => nameServers.some((name) => pattern.test(name)));
}

export function recordAt(provider: Provider | undefined, record: DomainRecord) {
  const { type, label, value } = record;
  const dotted = type === "CNAME" && provider?.needsDot ? `${value}.` : value;
  return {
    labels: provider?.labels ?? { name: "Name", value: "Value" },
    label: label === "@" ? (provider?.root ?? "@") : label,
    value: type === "TXT" && provider?.needsQuotes ? `"${value}"` : dotted,
  };
}
