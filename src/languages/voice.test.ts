import { expect, it } from "vitest";
import answers from "#src/languages/es-server.json" with { type: "json" };
import { readCatalogue } from "./plugin.ts";

/** What docs/voice.md doesn't say, as far as a word alone decides it. */
const NEVER: readonly [RegExp, string][] = [
  [/\b(?:mailbox(?:es)?|post box)\b/i, "inbox"],
  [/\bemails?\b|(?<!-)\bmail address/i, "e-mail, e-mail address"],
  [/\bweb address/i, "URL"],
  [/\bhandles?\b/i, "username"],
  [/\bpublic profile/i, "page"],
  [/\bguests?\b/i, "visitor"],
  [/\bsubscribers?\b/i, "fan, lead"],
  [/\bCTR\b/, "click rate"],
  [/\blog(?:ged|ging)? (?:in|out)\b|\blog-?(?:in|out)\b/i, "sign in, sign out"],
  [/\bundelete/i, "restore"],
  [/\b(?:images?|photos?)\b/i, "picture"],
  [/\b(?:kept|locked) out\b/i, "blocked"],
  [/\bfallbacks?\b/i, "backup URL"],
  [/\bthis site\b/i, "this instance"],
  [/\b(?:root|superuser)\b/i, "founder"],
  [/\blike the system\b/i, "System"],
  [
    /\b(?:colour|favourite|cancelled|cancelling|customis|analys(?:e|ing)\b|organis|centre|grey)/i,
    "American spelling",
  ],
  [/\bany more\b/i, "anymore"],
  [/\binvalid\b/i, "what happened and what to do"],
  [/\bplease\b/i, "no “please”"],
  [/\bsuccessfully\b|\boops\b/i, "just what happened"],
  [/!/, "no exclamation marks"],
  [/\d %/, "50%"],
  [/\p{L}'\p{L}|"\p{L}/u, "curly apostrophes and quotation marks"],
];

/** The specification's texts stay as they are, to the letter, as do the names of its figures and other programs' words. */
const QUOTED = new Set([
  "An error occurred. Please try again later.",
  "Cannot select an inactive profile. Please activate it first.",
  "Clicked (CTR)",
  "Copied!",
  "Invalid Referral",
  "Please fill in all required fields.",
  "Please provide your phone number",
  "Profile duplicated successfully!",
  "Rewards Granted!",
  'The request body isn’t a JSON object. Send one such as {"name": "Ada"}.',
  "Something went wrong. Please try again.",
  // Browsers call it that.
  "This browser blocks our notifications. Allow them in its settings for this site, then reload.",
  "We encountered an error while loading this page. Please try refreshing the page.",
  'duplicate key value violates unique constraint "fan_leads_email"',
]);

/** Names of fields, and the words by which the command palette finds things. */
const isForPrograms = (text: string) => /^[a-z0-9 -]+$/.test(text);

it("what people read is in our words", () => {
  const texts = [...Object.keys(readCatalogue("es")), ...Object.keys(answers)].filter(
    (text) => !QUOTED.has(text) && !isForPrograms(text),
  );
  const wrong = texts.flatMap((text) => {
    const words = text.replace(/\{\{.*?\}\}/g, "");
    return NEVER.filter(([never]) => never.test(words)).map(([, say]) => `${text} — docs/voice.md: ${say}`);
  });
  expect(wrong).toEqual([]);
});
