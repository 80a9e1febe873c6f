/* The e-mail that tells news, or reminds of something: what people wrote, in the instance's layout. */
import { renderBody } from "#src/features/email/templates/body.ts";
import { brandOf, INSTANCE_NAME } from "#src/lib/brand.ts";
import type { Language } from "#src/lib/language.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Email } from "#src/platform/mail/mail-types.ts";
import { plainText } from "./broadcast-rules.ts";
import type { Version } from "./contract.ts";

/** More than inboxes show. */
const PREVIEW_CHARS = 200;

interface Written {
  /** Whoever reads it, in whose account the button leads somewhere. */
  account: string;
  version: Version;
  language: Language;
  target: Readonly<{ path: string; label: string }>;
  /** Says why they get it. */
  footer: string;
  /** Makes the link that counts, once it's sent. Without it, the button leads straight to the target. */
  makeUrl?: () => Promise<string>;
}

export const newsFooter = ({ settings }: Platform) =>
  `You got this e-mail because you have an account on ${settings.get(INSTANCE_NAME)}.`;

/** The e-mail without its reader, such as news or a reminder. */
export async function composeNews(
  platform: Platform,
  { account, version, language, target, footer, makeUrl }: Written,
): Promise<Omit<Email, "to">> {
  const { title, text, button, blocks = [] } = version;
  const { publicUrl } = platform.instance;
  const accent = brandOf(platform.settings).brandColor;
  const body = blocks.length > 0 ? await renderBody(platform, { account, blocks, accent }) : undefined;
  const linesOf = (said: string) => said.split("\n").flatMap((line) => line.trim() || []);
  return {
    language,
    subject: title,
    // Its words: the text of the e-mail has URLs between them.
    preview: cutChars(linesOf(plainText(version))[0] ?? "", PREVIEW_CHARS),
    lines: body ? [] : linesOf(text),
    ...(body && { body }),
    action: {
      label: button || target.label,
      url: `${publicUrl}${inAccount(target.path, account)}`,
      ...(makeUrl && { makeUrl }),
    },
    footer,
    unsubscribe: {
      label: "Stop these e-mails about news and tips",
      url: `${publicUrl}${PATHS.notificationSettings}`,
    },
  };
}
