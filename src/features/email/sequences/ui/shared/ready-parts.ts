import { EMPTY_MAIL, type Step, type StepMail } from "#src/features/email/sequences/definition-rules.ts";

/** Where ready-made e-mail leads, and how it looks. */
export interface MailPlace {
  theme: StepMail["theme"];
  url: string;
  /** The profile whose links and channels are shown. Undefined if there's none. */
  profileId: string | undefined;
}

type Block = StepMail["blocks"][number];
type Piece = (place: MailPlace, id: string) => Block | undefined;

export interface MadeMail {
  subject: string;
  preheader: string;
  pieces: readonly Piece[];
}

export const heading =
  (text: string): Piece =>
  (_, id) => ({ id, type: "heading", text, level: 1, align: "left" });

export const text =
  (...paragraphs: string[]): Piece =>
  (_, id) => ({
    id,
    type: "text",
    align: "left",
    html: paragraphs.map((words) => `<p>${words}</p>`).join(""),
  });

/** To the page. Without one, there's none. */
export const button =
  (label: string): Piece =>
  ({ url }, id) =>
    url === "" ? undefined : { id, type: "button", label, url, align: "left" };

export const linkTo =
  (label: string, url: string): Piece =>
  (_, id) => ({ id, type: "button", label, url, align: "left" });

export const links: Piece = ({ profileId }, id) =>
  profileId === undefined ? undefined : { id, type: "links", profile_id: profileId, most: 3 };

export const social: Piece = ({ profileId }, id) =>
  profileId === undefined ? undefined : { id, type: "social", profile_id: profileId };

export function mail(id: string, made: MadeMail, place: MailPlace): Step {
  return { id, type: "send", mail: mailOf(made, place) };
}

export function mailOf({ subject, preheader, pieces }: MadeMail, place: MailPlace): StepMail {
  const blocks = pieces.flatMap((piece, at) => piece(place, `part-${at}`) ?? []);
  return {
    ...EMPTY_MAIL,
    subject,
    preheader,
    theme: place.theme,
    blocks: [...blocks, { id: "footer", type: "footer", note: "" }],
  };
}

/** Days, and then until nine where the fan lives. */
export function days(id: string, amount: number): Step {
  return { id, type: "wait", wait: { kind: "for", amount, unit: "days", time: "09:00" } };
}
