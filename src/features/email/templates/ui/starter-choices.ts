import {
  STARTER_TEMPLATES,
  type StarterTemplateKey,
  starterBlocks,
} from "#src/features/email/templates/page/starter-templates.ts";
import { DEFAULT_THEME } from "#src/features/email/templates/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { themeFromPage } from "./page-theme.ts";

/** Our own templates in the gallery. Their content is for fans, so it has one language. */
const STARTER_TEMPLATE_LABELS: Readonly<Record<StarterTemplateKey, StarterTemplateLabel>> = {
  welcome: { name: "Welcome", about: "Right after someone signs up" },
  video: { name: "New video", about: "When something new is out" },
  drop: { name: "Drop", about: "When something goes on sale" },
  newsletter: { name: "Newsletter", about: "Every week or month" },
  giveaway: { name: "Giveaway", about: "When there’s something to win" },
  thanks: { name: "Thank you", about: "After a milestone or an order" },
  show: { name: "Event", about: "Before a show, stream, or meetup" },
  discount: { name: "Discount", about: "When you have a code to share" },
  survey: { name: "Survey", about: "When you want to know what people think" },
  "re-engage": { name: "Still there?", about: "For people who haven’t opened in a while" },
  behind: { name: "Behind the scenes", about: "When you want to show how it’s made" },
  download: { name: "Download", about: "When you give a file away" },
};
export const READY = STARTER_TEMPLATES.map((ready) => ({ ...ready, ...STARTER_TEMPLATE_LABELS[ready.key] }));
export type StarterChoice = (typeof READY)[number];

/** What one of them says, with a page's links and in its colors. */
export function partsOfStarter(
  choice: StarterChoice,
  profile: Profile | undefined,
  urlOf: (profile: Profile) => string,
) {
  const place = { url: profile ? urlOf(profile) : "", profileId: profile?.id };
  const theme = profile ? themeFromPage(profile) : DEFAULT_THEME;
  return {
    subject: choice.subject,
    preheader: choice.preheader,
    blocks: starterBlocks(choice, place),
    theme,
  };
}

interface StarterTemplateLabel {
  name: string;
  /** The occasion to send it. */
  about: string;
}
