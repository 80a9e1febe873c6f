/** A call that the API's page shows, ready to paste into a terminal. A test makes every one of them. */
export interface ApiExample {
  title: string;
  method: "GET" | "POST" | "PATCH";
  /** Below `/api/v1`. `$PROFILE` stands for the id that the example with `keeps` returns. */
  path: string;
  body?: object;
  headers?: Readonly<Record<string, string>>;
  keeps?: "PROFILE";
}

/** In this order, because later ones need ids from earlier ones. */
export const API_EXAMPLES: readonly ApiExample[] = [
  { title: "See what your account may have, and what it uses", method: "GET", path: "/allowances" },
  {
    title: "Create a profile",
    method: "POST",
    path: "/profiles",
    body: { name: "Mia Moreno" },
    keeps: "PROFILE",
  },
  {
    title: "Add a link. Sent again with the same key, it’s still one link",
    method: "POST",
    path: "/profiles/$PROFILE/links",
    body: { title: "My shop", url: "https://shop.example" },
    headers: { "Idempotency-Key": "my-shop-1" },
  },
  {
    title: "Change the bio",
    method: "PATCH",
    path: "/profiles/$PROFILE",
    body: { public_notes: "Songs and screensavers" },
  },
  {
    title: "Read a day’s figures",
    method: "GET",
    path: "/profiles/$PROFILE/analytics?from=2026-01-01&to=2026-01-01",
  },
  { title: "Download your leads", method: "GET", path: "/contacts/export" },
];

/** Formats the call for a shell in which FANFARE_KEY holds an API key. `base` is the API's URL. */
export function curlFor(base: string, { method, path, body, headers = {} }: ApiExample): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${base}${path}"`,
    '-H "Authorization: Bearer $FANFARE_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.join(" \\\n  ");
}
