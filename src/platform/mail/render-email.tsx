import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Column } from "@react-email/column";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Row } from "@react-email/row";
import { Text } from "@react-email/text";
import type { CSSProperties } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Brand, brandOf } from "#src/lib/brand.ts";
import type { Language } from "#src/lib/language.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Translate } from "#src/lib/translate.ts";
import type { Platform } from "../context.ts";
import type { Message } from "./mail.ts";
import type { Email } from "./mail-types.ts";

/** The sending instance's appearance in an e-mail. */
export interface Sender extends Omit<Brand, "accentColor"> {
  publicUrl: string;
}

export function senderOf({ settings, instance }: Pick<Platform, "settings" | "instance">): Sender {
  return { ...brandOf(settings), publicUrl: instance.publicUrl };
}

/** Inboxes cut off longer subjects anyway. */
const SUBJECT_CHARS_MAX = 150;
/** A name can have a thousand characters, but inboxes cut off e-mail over 102 KB. */
const LINE_CHARS_MAX = 2000;

/** The language of an e-mail, and the translation of our sentences into it. */
export interface Wording {
  language: Language;
  say: Translate;
}

const ENGLISH: Wording = { language: "en", say: (sentence) => sentence };

/** Renders an e-mail as text and as HTML in the instance's design. */
export function renderEmail(email: Email, sender: Sender, wording = ENGLISH): Message {
  const said = translateEmail(email, wording.say);
  const subject = oneLine(said.subject, SUBJECT_CHARS_MAX);
  const lines = said.lines.map((line) => oneLine(line));
  const details = said.details.map(({ label, value }) => ({ label, value: oneLine(value) }));
  const shown = { ...said, ...wording, subject, lines, details };
  return {
    to: email.to,
    subject,
    text: textOf(shown, sender),
    html: htmlOf(shown, sender),
    unsubscribeUrl: email.unsubscribe?.url,
  };
}

type Said = Email & Required<Pick<Email, "details">>;
type Shown = Said & Wording;

/** Translates everything into the reader's language, apart from what people have typed. */
function translateEmail(email: Email, say: Translate): Said {
  const { subject, preview, lines, details = [], action, footer, unsubscribe } = email;
  return {
    ...email,
    subject: say(subject),
    preview: say(preview),
    lines: lines.map(say),
    details: details.map((detail) => ({
      ...detail,
      label: say(detail.label),
      value: detail.isOurs ? say(detail.value) : detail.value,
    })),
    action: { ...action, label: say(action.label) },
    footer: say(footer),
    ...(unsubscribe && { unsubscribe: { ...unsubscribe, label: say(unsubscribe.label) } }),
  };
}

function textOf({ lines, body, details, action, footer, unsubscribe, say }: Shown, sender: Sender): string {
  const facts = details.map(({ label, value }) => `${label}: ${value}`);
  const paragraphs = [
    ...lines,
    body?.text ?? "",
    facts.join("\n"),
    `${action.label}: ${action.url}`,
    footer,
    unsubscribe ? `${unsubscribe.label}: ${unsubscribe.url}` : "",
    signature(sender, say),
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

const QUESTIONS = "Questions? Write to";

function signature({ name, publicUrl, supportAddress }: Sender, say: Translate): string {
  return `${name}: ${publicUrl}${supportAddress && `\n${say(QUESTIONS)} ${supportAddress}`}`;
}

function htmlOf(email: Shown, sender: Sender): string {
  // Without a doctype, Outlook applies its layout rules for old pages.
  return `<!doctype html>${renderToStaticMarkup(<Layout email={email} sender={sender} />)}`;
}

const CARD_WIDTH = 520;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** Names without spaces break anywhere, so that nothing is wider than a phone's screen. */
const WRAP = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;
const LIGHT = { page: "#f5f3ff", card: "#ffffff", text: "#1e1b2e", muted: "#5f5b73" };

/** E-mail apps that support dark mode get ours. The others show the light one or derive their own. */
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:24px 20px!important}.col{display:block!important;width:auto!important;padding:0 0 16px!important}}
@media (prefers-color-scheme:dark){.page,.page>table>tbody>tr>td{background:#14121f!important}.card{background:#1f1c2e!important}
.text,.text a{color:#f1effa!important}.muted,.muted a{color:#b3aec9!important}}`;

function Layout({ email, sender }: { email: Shown; sender: Sender }) {
  const { subject, preview, lines, body, details, action, footer, unsubscribe, language, say } = email;
  return (
    <Html lang={language}>
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{STYLES}</style>
      </Head>
      <Body
        className="page"
        style={{ margin: 0, padding: "32px 12px", background: LIGHT.page, fontFamily: FONT }}
      >
        <Preview>{preview}</Preview>
        {/* Outlook supports the attribute but not the style. */}
        <Container width={CARD_WIDTH} style={{ width: "100%", maxWidth: CARD_WIDTH }}>
          <Text className="muted" style={{ ...MUTED, margin: "0 0 16px", fontWeight: 600 }}>
            {sender.logo && (
              <img
                src={sender.publicUrl + sender.logo}
                alt=""
                width={24}
                height={24}
                style={{ borderRadius: 6, marginRight: 8, verticalAlign: "middle" }}
              />
            )}
            {sender.name}
          </Text>
          <Row>
            <Column className="card" style={{ background: LIGHT.card, borderRadius: 16, padding: 32 }}>
              <Heading
                className="text"
                style={{ ...TEXT, fontSize: 20, lineHeight: "28px", margin: "0 0 16px" }}
              >
                {subject}
              </Heading>
              {lines.map((line) => (
                <Text key={line} className="text" style={{ ...TEXT, margin: "0 0 16px" }}>
                  {line}
                </Text>
              ))}
              {body && (
                // biome-ignore lint/security/noDangerouslySetInnerHtml: it was sanitized when it was put together
                <div className="text" style={TEXT} dangerouslySetInnerHTML={{ __html: body.html }} />
              )}
              {details.map(({ label, value }) => (
                <Text key={label} className="text" style={{ ...TEXT, margin: "0 0 8px" }}>
                  <span className="muted" style={{ color: LIGHT.muted }}>
                    {label}
                  </span>
                  <br />
                  {value}
                </Text>
              ))}
              <Button href={action.url} style={{ ...BUTTON, background: sender.brandColor }}>
                {action.label}
              </Button>
            </Column>
          </Row>
          <Text className="muted" style={{ ...MUTED, margin: "16px 0 0" }}>
            {footer}
            {unsubscribe && (
              <>
                {" "}
                <a href={unsubscribe.url} style={{ color: LIGHT.muted }}>
                  {unsubscribe.label}
                </a>
              </>
            )}
          </Text>
          <Text className="muted" style={{ ...MUTED, margin: "8px 0 0" }}>
            <a href={sender.publicUrl} style={{ color: LIGHT.muted }}>
              {sender.name}
            </a>
            {sender.supportAddress && (
              <>
                {` · ${say(QUESTIONS)} `}
                <a href={`mailto:${sender.supportAddress}`} style={{ color: LIGHT.muted }}>
                  {sender.supportAddress}
                </a>
              </>
            )}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

const TEXT = { color: LIGHT.text, fontSize: 16, lineHeight: "24px", ...WRAP };
const MUTED = { color: LIGHT.muted, fontSize: 13, lineHeight: "20px", ...WRAP };
const BUTTON: CSSProperties = {
  color: "#ffffff",
  fontSize: 16,
  fontWeight: 600,
  borderRadius: 10,
  padding: "12px 20px",
  textAlign: "center",
  marginTop: 8,
  ...WRAP,
};

/** A name with a line break must not start a new line. */
function oneLine(text: string, max = LINE_CHARS_MAX): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= max ? line : `${cutChars(line, max - 1)}…`;
}
