/** An app's version as far as it matters for the ways out of it: major and minor. */
export type AppVersion = readonly [major: number, minor: number];

/** Where each app says its version in its user agent, best first. Apps that aren't here don't say it. */
const VERSION_PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  // On Android, the number after the name is 360502 or 2023605020 for 36.5.2.
  tiktok: [
    /\bapp_version\/(\d{1,4})\.(\d{1,3})/i,
    /\bAppVersion\/(\d{1,4})\.(\d{1,3})/,
    /(?:musical_ly|trill|aweme|TikTok)[_/ ](\d{1,4})\.(\d{1,3})/i,
    /(?:musical_ly|trill)_(?:202)?(\d{2})(\d{2})\d{2}0?\b/i,
  ],
  threads: [/\bBarcelona (\d{1,4})\.(\d{1,3})/],
  instagram: [/\bInstagram[ /](\d{1,4})\.(\d{1,3})/],
  messenger: [/\bFBAV\/(\d{1,4})\.(\d{1,3})/],
  facebook: [/\bFBAV\/(\d{1,4})\.(\d{1,3})/],
  snapchat: [/Snapchat[ /]?(\d{1,4})\.(\d{1,3})/i],
  linkedin: [/\bLinkedInApp\]?\/(\d{1,4})\.(\d{1,3})/i],
  x: [/\bTwitter for (?:iPhone|iPad)\/(\d{1,4})\.(\d{1,3})/, /\bTwitterAndroid\/(\d{1,4})\.(\d{1,3})/],
  line: [/\bLine\/(\d{1,4})\.(\d{1,3})/i],
  kakaotalk: [/\bKAKAOTALK[ /](\d{1,4})\.(\d{1,3})/i],
  naver: [/\bNAVER\(inapp;[^)]{0,60}; ?(\d{1,4})\.(\d{1,3})/i],
  wechat: [/\bMicroMessenger\/(\d{1,4})\.(\d{1,3})/i],
  weibo: [/__weibo__(\d{1,4})\.(\d{1,3})/i],
  qq: [/\bQQ\/(\d{1,4})\.(\d{1,3})/],
  viber: [/\bViber\/(\d{1,4})\.(\d{1,3})/i],
};

/** Returns the version that an app's user agent has in it. Null if it has none. */
export function appVersionIn(userAgent: string, app: string): AppVersion | null {
  for (const pattern of VERSION_PATTERNS[app] ?? []) {
    const found = pattern.exec(userAgent);
    if (found) return [Number(found[1]), Number(found[2])];
  }
  return null;
}

/** True if an app says its version, so that there can be ways out for some of them. */
export function saysVersion(app: string): boolean {
  return Object.hasOwn(VERSION_PATTERNS, app);
}

export const VERSION_PATTERN = /^\d{1,4}(?:\.\d{1,3})?$/;

/** Returns the version as people write it, such as `424.1`. Empty for none. */
export function formatAppVersion(version: AppVersion | null): string {
  return version ? version.join(".") : "";
}

/** Reads `424` or `424.1`. Null for anything else. */
export function parseAppVersion(text: string): AppVersion | null {
  if (!VERSION_PATTERN.test(text)) return null;
  const [major, minor = 0] = text.split(".").map(Number);
  return major === undefined ? null : [major, minor];
}

/** Negative if the first version is the older one. */
export function compareVersions([major, minor]: AppVersion, [otherMajor, otherMinor]: AppVersion): number {
  return major - otherMajor || minor - otherMinor;
}
