import type { StarterTemplateKey } from "../page/starter-templates.ts";

interface StarterTemplateLabel {
  name: string;
  /** When to send it. */
  about: string;
}

/** Our own templates, as the gallery shows them. Their content is the fans’, so it has one language. */
export const STARTER_TEMPLATE_LABELS: Readonly<Record<StarterTemplateKey, StarterTemplateLabel>> = {
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
