/* The dashboard shows these texts. */
import type { Block } from "../blocks/blocks-contract.ts";

export interface StarterContext {
  url: string;
  /** The profile whose links and channels are shown. Undefined if there's none. */
  profileId: string | undefined;
}

type Piece = (place: StarterContext) => Block | undefined;

export type StarterTemplateKey =
  | "welcome"
  | "video"
  | "drop"
  | "newsletter"
  | "giveaway"
  | "thanks"
  | "show"
  | "discount"
  | "survey"
  | "re-engage"
  | "behind"
  | "download";

interface StarterTemplate {
  key: StarterTemplateKey;
  subject: string;
  preheader: string;
  pieces: readonly Piece[];
}

const HI = '<p>Hi {{ contact.first_name | default: "there" }},</p>';

const id = () => "";
const heading =
  (text: string): Piece =>
  () => ({ id: id(), type: "heading", text, level: 1, align: "left" });
const text =
  (...paragraphs: string[]): Piece =>
  () => ({
    id: id(),
    type: "text",
    align: "left",
    html: paragraphs.map((words) => (words.startsWith("<") ? words : `<p>${words}</p>`)).join(""),
  });
const button =
  (label: string): Piece =>
  ({ url }) => ({ id: id(), type: "button", label, url, align: "left" });
const line: Piece = () => ({ id: id(), type: "divider" });
const links: Piece = ({ profileId }) =>
  profileId === undefined ? undefined : { id: id(), type: "links", profile_id: profileId, most: 3 };
const social: Piece = ({ profileId }) =>
  profileId === undefined ? undefined : { id: id(), type: "social", profile_id: profileId };

const list = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</ul>`;

/** Our own templates, in the order of the gallery. */
export const STARTER_TEMPLATES: readonly StarterTemplate[] = [
  {
    key: "welcome",
    subject: "You’re in",
    preheader: "Here’s what happens next, and where to start.",
    pieces: [
      heading("I’m glad you’re here"),
      text(
        HI,
        "Thanks for signing up. About once a week, I’ll send you what I’m making before anyone else sees it.",
        "While you wait for the first one, this is where most people start:",
      ),
      links,
      text("Hit reply any time. I read everything."),
      social,
    ],
  },
  {
    key: "video",
    subject: "New video: [your title]",
    preheader: "It took three weeks and one broken tripod.",
    pieces: [
      heading("The new video is out"),
      text(
        HI,
        "It’s called <strong>[your title]</strong>, and it’s the one you kept asking for.",
        "Watch it while it’s fresh, and tell me what I missed in the comments.",
      ),
      button("Watch it now"),
      text("Every view in the first hour helps it reach people who haven’t heard of me. Thank you."),
    ],
  },
  {
    key: "drop",
    subject: "It’s live",
    preheader: "You’re hearing about it first. There aren’t many.",
    pieces: [
      heading("The drop is live"),
      text(
        HI,
        "It’s here. You’re on the list, so you get a head start before I post it anywhere else.",
        list(
          "Small batch, no restock planned",
          "Ships within three days",
          "Every order comes with a note from me",
        ),
      ),
      button("Shop the drop"),
      text("If your size is gone, reply and I’ll tell you when there’s another run."),
    ],
  },
  {
    key: "newsletter",
    subject: "This week: [your topic]",
    preheader: "One story, three links, and a question for you.",
    pieces: [
      heading("What I’ve been up to"),
      text(HI, "[Your story in a paragraph or two. Start in the middle, where it gets interesting.]"),
      line,
      heading("Worth your time"),
      links,
      line,
      heading("A question for you"),
      text("What should I make next? Reply with one sentence. The best idea gets made."),
      social,
    ],
  },
  {
    key: "giveaway",
    subject: "I’m giving this away",
    preheader: "Entering takes ten seconds.",
    pieces: [
      heading("Win [your prize]"),
      text(
        HI,
        "To say thanks for being here, I’m giving one away. This is how you enter:",
        "<ol><li><p>Open the page below</p></li><li><p>Leave your name</p></li><li><p>That’s all</p></li></ol>",
      ),
      button("Enter the giveaway"),
      text(
        "It ends on [your date]. I’ll draw one name at random and e-mail the winner the day after. No purchase needed.",
      ),
    ],
  },
  {
    key: "thanks",
    subject: "Thank you",
    preheader: "I mean it. And I made you something.",
    pieces: [
      heading("I couldn’t have done it without you"),
      text(
        HI,
        "This week we passed something I didn’t think I’d ever see, and it’s because of people like you.",
        "There’s nothing to buy here. I only wanted to say thank you, and to share what it looked like from my side.",
      ),
      button("See the story"),
    ],
  },
  {
    key: "show",
    subject: "Save the date: [your date]",
    preheader: "Here’s when, where, and how to get in.",
    pieces: [
      heading("You’re invited"),
      text(
        HI,
        "I’m doing something live, and I’d love to see you there.",
        list(
          "<strong>When:</strong> [your date and time]",
          "<strong>Where:</strong> [your place or stream]",
          "<strong>Entry:</strong> free for everyone on this list",
        ),
      ),
      button("Save my spot"),
      text("Can’t make it? Reply, and I’ll send you the recording."),
    ],
  },
  {
    key: "discount",
    subject: "A code, only for this list",
    preheader: "It works until Sunday night.",
    pieces: [
      heading("Something off, because you’re on the list"),
      text(
        HI,
        "Use <strong>[your code]</strong> at checkout and the price drops right away. It’s only in this e-mail.",
        "It ends on Sunday at midnight, and there won’t be a reminder.",
      ),
      button("Use the code"),
    ],
  },
  {
    key: "survey",
    subject: "Two minutes, three questions",
    preheader: "Your answers decide what I make next.",
    pieces: [
      heading("Help me decide"),
      text(
        HI,
        "I’m planning the next few months, and I’d rather ask than guess. There are three questions, and none of them is required.",
      ),
      button("Answer three questions"),
      text("I’ll share the results, including the ones that hurt."),
    ],
  },
  {
    key: "re-engage",
    subject: "Should I stop?",
    preheader: "One click keeps you on the list.",
    pieces: [
      heading("It’s been a while"),
      text(
        HI,
        "You haven’t opened one of these in a few months. That’s fine. Inboxes are full.",
        "If you’d still like to hear from me, press the button. If not, do nothing, and I’ll stop writing.",
      ),
      button("Keep me on the list"),
      text("No hard feelings either way. The door stays open."),
    ],
  },
  {
    key: "behind",
    subject: "What you didn’t see",
    preheader: "The mess, the mistakes, and the take we kept.",
    pieces: [
      heading("Behind the scenes"),
      text(
        HI,
        "The finished thing took two minutes to watch. Here’s what it took to make:",
        list(
          "Four drafts that went nowhere",
          "One idea at two in the morning",
          "A neighbor who was very patient",
        ),
        "I put the pictures on my page. Some of them aren’t flattering.",
      ),
      button("See the pictures"),
      social,
    ],
  },
  {
    key: "download",
    subject: "Your download is ready",
    preheader: "Here’s the link, and what to do with it.",
    pieces: [
      heading("Here it is"),
      text(
        HI,
        "Thanks for asking for this. The button opens it, and the link keeps working, so you can save this e-mail.",
      ),
      button("Download it"),
      text("Start with the first page, not the last. If something doesn’t work, reply and I’ll fix it."),
    ],
  },
];

/** Returns the blocks of a starter template, each with its own id. */
export function starterBlocks({ pieces }: Pick<StarterTemplate, "pieces">, place: StarterContext): Block[] {
  const blocks = pieces.flatMap((piece) => piece(place) ?? []);
  return [...blocks, { id: "", type: "footer" as const, note: "" }].map((block, index) => ({
    ...block,
    id: `ready-${index}`,
  }));
}
