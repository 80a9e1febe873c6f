/* What comes back besides bounces: complaints, vacation notices, replies, and people who leave. */
import { BOUNCES, FAN, mail, report, SAMPLE_ID, type Sample } from "./bounce-fixtures.ts";
import { PROVIDER_BOUNCES } from "./provider-bounce-fixtures.ts";

const FEEDBACK = {
  abuse: "complained",
  fraud: "complained",
  virus: "complained",
  other: "complained",
  "opt-out": "unsubscribe",
  "not-spam": "automatic",
  "auth-failure": "automatic",
} as const;
const feedback: Sample[] = Object.entries(FEEDBACK).flatMap(([type, kind]) =>
  (["message/rfc822", "text/rfc822-headers"] as const).map((returned) => ({
    name: `feedback: ${type}, ${returned}`,
    kind,
    isNamed: kind !== "automatic",
    raw: report({
      from: "staff@hotmail.example",
      subject: "FW: News",
      said: "This is an abuse report.",
      status: `Feedback-Type: ${type}\nUser-Agent: Loop/1\nVersion: 1\nOriginal-Rcpt-To: <${FAN}>`,
      returned,
      type: "feedback-report",
    }),
  })),
);

const AWAY_SUBJECTS = [
  "Automatic reply: News",
  "Out of Office: News",
  "Out of the office until Monday",
  "Auto: News",
  "Automatische Antwort: News",
  "Abwesenheitsnotiz",
  "Réponse automatique : News",
  "Absence du bureau",
  "Respuesta automática: News",
  "Fuera de la oficina",
  "Risposta automatica: News",
  "Fuori sede",
  "Resposta automática: News",
  "Automatisch antwoord: News",
  "Afwezig",
  "Autosvar: News",
  "Automatiskt svar",
  "Frånvaro",
  "Fravær",
  "Automaattinen vastaus: News",
  "Automatyczna odpowiedź: News",
  "Poza biurem",
  "Otomatik yanıt: News",
  "Автоответ: News",
  "自動返信: News",
  "自动回复: News",
  "자동 회신: News",
];
const AWAY_HEADERS = [
  "Auto-Submitted: auto-replied",
  'Auto-Submitted: auto-replied; owner-email="x@y.example"',
  "Auto-Submitted: auto-generated",
  "X-Autoreply: yes",
  "X-Autorespond: News",
  "Precedence: auto_reply",
  "Precedence: bulk",
  "Precedence: junk",
];
const headed = (subject: string) => `Subject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=`;
const ANSWERS = [
  `In-Reply-To: ${SAMPLE_ID}`,
  `References: <first@mia.example> ${SAMPLE_ID}`,
  `From: Nora <${FAN}>`,
];
const away: Sample[] = [
  ...AWAY_SUBJECTS.map((subject) => [subject, mail([...ANSWERS, headed(subject)], "I'm away.")] as const),
  ...AWAY_HEADERS.map(
    (header) => [header, mail([...ANSWERS, "Subject: Re: News", header], "I'm away.")] as const,
  ),
].map(([name, raw]) => ({ name: `away: ${name}`, raw, kind: "automatic" as const, isNamed: false }));

const REPLY_SUBJECTS = [
  "Re: News",
  "AW: News",
  "Sv: News",
  "RE: RE: Automatic for the people",
  "News",
  "Re: Your delivery failed me",
  "Autobahn",
  "Re: Out of stock?",
  "",
  "Re: unsubscribe me from boredom",
];
const REPLY_BODIES = [
  "Love it!\n\nOn Mon, 23 Nov 2026 at 6:00, Mia <hello@mia.example> wrote:\n> Hello",
  "Ja!\n\nAm 23.11.2026 um 06:00 schrieb Mia <hello@mia.example>:\n> Hello",
  "550 thanks, you made my day",
];
const replies: Sample[] = REPLY_SUBJECTS.flatMap((subject) =>
  REPLY_BODIES.map((body) => ({
    name: `reply: ${subject} ${body.slice(0, 20)}`,
    kind: "reply" as const,
    isNamed: true,
    raw: mail([...ANSWERS, headed(subject)], body),
  })),
);

const leaving: Sample[] = [
  "unsubscribe",
  "Unsubscribe",
  "unsubscribe AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
].map((subject) => ({
  name: `leaving: ${subject}`,
  raw: mail([...ANSWERS, `Subject: ${subject}`], ""),
  kind: "unsubscribe",
  isNamed: true,
}));

/** What tells of a delivery. */
export const DELIVERY_REPORTS: readonly Sample[] = [...BOUNCES, ...PROVIDER_BOUNCES];
export const SAMPLES: readonly Sample[] = [...DELIVERY_REPORTS, ...feedback, ...away, ...replies, ...leaving];
