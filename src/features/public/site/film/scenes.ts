/**
 * The demo video, scene by scene: `npm run film` records them in this order, and the captions are the
 * transcript.
 */
export const FILM_SCENES = [
  { key: "page", caption: "One page for everything you do. This is what your visitors see." },
  { key: "escape", caption: "Opened inside TikTok? Your page shows the way to Safari or Chrome." },
  { key: "link", caption: "Add a link, and watch it appear in the preview." },
  { key: "design", caption: "Make it look like you. Text stays readable whatever you choose." },
  { key: "fans", caption: "Offer something, and collect e-mail addresses with proof of consent." },
  { key: "numbers", caption: "See who came, from where, and what they tapped, as it happens." },
  { key: "end", caption: "Make an entrance with one link." },
] as const;

export type FilmScene = (typeof FILM_SCENES)[number]["key"];
