// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code, as it's written
/** Who may call what's below `/api/auth`. */
export const AUTH_ACCESS: Record<string, "everyone" | "a signed-in person" | "whoever has the link"> = {
  "POST sign-up/email": "everyone",
  "POST sign-in/email": "everyone",
  "POST request-sign-in-link": "everyone",
  "POST sign-in/link": "whoever has the link",
  "POST sign-out": "everyone",
  "POST reauthenticate": "a signed-in person",
  "POST change-password": "a signed-in person",
  "POST confirm-email-change": "whoever has the link",
  "POST secure-account": "whoever has the link",
  "GET get-session": "everyone",
  "POST request-password-reset": "everyone",
  "POST reset-password": "whoever has the link",
  "POST verify-email": "whoever has the link",
  "POST send-verification-email": "everyone",
  "POST sign-in/second-step": "everyone",
  "GET passkey-options": "everyone",
  "POST sign-in/passkey": "everyone",
  "POST sign-in/google": "everyone",
  "POST connect-google": "a signed-in person",
};

const EVERYONE = "everyone";
const WHO_GOT_THE_MAIL = "whoever got the e-mail";

/** Who may call what the slices' `http.ts` serve, by the path as it's written there. */
export const HTTP_ACCESS: Record<string, string> = {
  "accounts get PATHS.authCallback": "everyone: Google says who they are",
  "accounts all `${AUTH_API_PATH}/*`": "as in AUTH_ACCESS",
  "campaigns get `${MAIL_PATH}:token`": WHO_GOT_THE_MAIL,
  "inbound post `${HOOK_PATH}:provider/:token`": "providers, by token and signature",
  'media get "/media/:file"': EVERYONE,
  'public-page get "/:username/manifest.json"': EVERYONE,
  'public-page get "/:username/share.jpg"': EVERYONE,
  "public-page get `/:username/icon-${pixels}.png`": EVERYONE,
  "public-page use `${PAGE_DATA_PATH}*`": EVERYONE,
  "public-page get `${PAGE_DATA_PATH}:username`": EVERYONE,
  "public-page get `${PAGE_DATA_PATH}:username/links`": EVERYONE,
  "public-page get `${PAGE_DATA_PATH}:username/customization`": EVERYONE,
  "qr get `/:username/${file}`": EVERYONE,
  'site get "*"': EVERYONE,
  'site get "/manifest.json"': EVERYONE,
  'site get "/robots.txt"': EVERYONE,
  "site get PUSH_WORKER_PATH": EVERYONE,
  "site get SITEMAP_PATH": EVERYONE,
  "site get path": "everyone: the service workers",
  "subscriptions post STRIPE_PATH": "Stripe, by signature",
  "templates get `${COUNTDOWN_PATH}:token{.+\\\\.png}`": WHO_GOT_THE_MAIL,
};
